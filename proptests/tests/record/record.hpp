// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/tensor.hpp"

/// What the functions answer in a complete scope is on record, so that no change of an answer goes
/// unseen. A row has the function's name, the number of questions, how many answers there are
/// of each kind, and a checksum of all of them in their order. A row that differs from the record
/// is a mistake, or a change that somebody means; then the target `record_tables` writes the tables
/// anew. With BCAST_ANSWERS=<folder> a file for each function is written into the folder, with all
/// questions and answers. `diff -r` compares them with those of another commit.
namespace record {

using bcast::reference::index;
using bcast::reference::list;
using bcast::reference::sequence;

// Text of questions and answers. Each may hold the others.

template <class T>
requires std::is_arithmetic_v<T>
void put(std::string& out, T number);
template <class T>
requires requires(T d) { d.size.has_value(); }
void put(std::string& out, T const& d);
template <class T>
void put(std::string& out, std::optional<T> const& some);
template <class T, index First>
void put(std::string& out, sequence<T, First> const& all);
template <class T, class Size, index First>
void put(std::string& out, bcast::reference::basic_tensor<T, Size, First> const& x);

inline void put(std::string& out, std::string_view text) { out += text; }
inline void put(std::string& out, char const* text) { out += text; }
inline void put(std::string& out, std::string const& text) { out += text; }

template <class T>
requires std::is_arithmetic_v<T>
void put(std::string& out, T number) {
  if constexpr (std::is_same_v<T, bool>) {
    out += number ? "yes" : "no";
  } else {
    out += std::to_string(number);
  }
}

/// A size that may be unknown.
template <class T>
requires requires(T d) { d.size.has_value(); }
void put(std::string& out, T const& d) { put(out, d.size); }

template <class T>
void put(std::string& out, std::optional<T> const& some) {
  if (some) {
    put(out, *some);
  } else {
    out += '?';
  }
}

template <class T, index First>
void put(std::string& out, sequence<T, First> const& all) {
  out += '(';
  for (auto const& each : all) {
    if (&each != &*all.begin()) out += ',';
    put(out, each);
  }
  out += ')';
}

template <class T, class Size, index First>
void put(std::string& out, bcast::reference::basic_tensor<T, Size, First> const& x) {
  put(out, x.d());
  x.each([&](T const& element) {
    out += ' ';
    put(out, element);
  });
}

// Questions.

/// A question with the values that it is about.
template <class... T>
std::string words(T const&... values) {
  std::string text;
  const auto one = [&](auto const& value) {
    if (!text.empty()) text += ' ';
    put(text, value);
  };
  (one(values), ...);
  return text;
}

struct answer {
  std::string kind, text;
};

/// What a function answers: its value, or what it throws.
template <class F, class... T>
answer answer_of(F const& f, T const&... values) {
  try {
    if constexpr (std::is_void_v<decltype(f(values...))>) {
      f(values...);
      return {"passes", ""};
    } else {
      const auto value = f(values...);
      std::string text;
      put(text, value);
      if constexpr (std::is_same_v<decltype(value), bool const>) return {text, ""};
      return {"answers", text};
    }
  } catch (bcast::reference::violation const& broken) {
    return {std::string(broken.tag), std::to_string(broken.axis)};
  } catch (bcast::reference::no_answer const& none) {
    return {std::string(none.tag), ""};
  } catch (std::out_of_range const&) {
    return {"outside", ""};
  } catch (std::invalid_argument const& refused) {
    return {"refused", refused.what()};
  } catch (std::domain_error const&) {
    return {"undefined", ""};
  }
}

/// The answers of one function.
class row {
 public:
  explicit row(std::string name) : name_(std::move(name)) {
    if (char const* folder = std::getenv("BCAST_ANSWERS")) {
      std::filesystem::create_directories(folder);
      all_.open(std::filesystem::path(folder) / (name_ + ".txt"));
    }
  }

  void add(std::string const& question, answer const& given) {
    const std::string line = question + ": " + given.kind + ' ' + given.text + '\n';
    for (char c : line) sum_ = (sum_ ^ static_cast<unsigned char>(c)) * 16777619U;  // FNV-1a
    ++asked_;
    ++kinds_[given.kind];
    if (all_.is_open()) all_ << line;
  }

  std::string text() const {
    std::ostringstream out;
    out << name_ << ": " << asked_ << " asked";
    for (auto const& [kind, count] : kinds_) out << ", " << kind << ' ' << count;
    out << "; " << std::hex << sum_ << '\n';
    return out.str();
  }

 private:
  std::string name_;
  std::ofstream all_;
  std::map<std::string, int> kinds_;
  int asked_ = 0;
  std::uint32_t sum_ = 2166136261U;
};

/// The rows of one document or component.
class table {
 public:
  explicit table(std::string name) : name_(std::move(name)) {}

  void add(row const& each) { now_ += each.text(); }

  /// All questions of a scope, which is a list of tuples.
  template <class Scope, class F>
  void ask(std::string_view function, Scope const& scope, F const& f) {
    row answers(name_ + "." + std::string(function));
    for (auto const& values : scope) {
      std::apply([&](auto const&... v) { answers.add(words(v...), answer_of(f, v...)); }, values);
    }
    add(answers);
  }

  /// Compares the rows with those on record. With BCAST_RECORD=<folder> it only writes them there.
  void compare() const {
    if (char const* folder = std::getenv("BCAST_RECORD")) {
      std::ofstream(std::filesystem::path(folder) / (name_ + ".table")) << now_;
      return;
    }
    const std::string place = "proptests/tests/record/" + name_ + ".table";
    std::ifstream file(std::string(BCAST_SOURCE_DIR "/") + place);
    std::istringstream now(now_);
    std::string expected, found;
    for (int line = 1;; ++line) {
      const bool more_expected{std::getline(file, expected)};
      const bool more_found{std::getline(now, found)};
      if (!more_expected && !more_found) return;
      if (!more_expected) expected = "no row";
      if (!more_found) found = "no row";
      EXPECT_EQ(found, expected) << "in line " << line << " of " << place;
      if (found != expected && !(more_expected && more_found)) return;
    }
  }

 private:
  std::string name_;
  std::string now_;
};

// Scopes.

/// Each item as a tuple.
template <class T>
std::vector<std::tuple<T>> singles(std::vector<T> const& all) {
  return {all.begin(), all.end()};
}

template <class A, class B>
std::vector<std::tuple<A, B>> times(std::vector<A> const& all, std::vector<B> const& others) {
  std::vector<std::tuple<A, B>> both;
  for (A const& a : all) {
    for (B const& b : others) both.emplace_back(a, b);
  }
  return both;
}

template <class... A, class B>
std::vector<std::tuple<A..., B>> times(std::vector<std::tuple<A...>> const& all,
                                       std::vector<B> const& others) {
  std::vector<std::tuple<A..., B>> both;
  for (auto const& a : all) {
    for (B const& b : others) both.push_back(std::tuple_cat(a, std::tuple<B>(b)));
  }
  return both;
}

/// All sequences of up to `longest` of the items, the short ones first.
template <class Sequence, class Item>
std::vector<Sequence> sequences(std::vector<Item> const& items, int longest) {
  std::vector<Sequence> all{Sequence{}};
  std::size_t from = 0;
  for (int length = 1; length <= longest; ++length) {
    const std::size_t to = all.size();
    for (; from < to; ++from) {
      for (Item const& item : items) {
        Sequence next = all[from];
        next.append(item);
        all.push_back(next);
      }
    }
  }
  return all;
}

/// lo, lo + 1, ..., hi
inline std::vector<index> numbers(index lo, index hi) {
  std::vector<index> all;
  for (index k = lo; k <= hi; ++k) all.push_back(k);
  return all;
}

}  // namespace record
