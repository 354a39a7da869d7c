// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"

/// facts/field/*.json have digests of complete tables of what systems answer. Here each table is
/// made again, with the same cases in the same order, from a transcription or a rule: if a
/// digest is the same, every answer is. Where a system does otherwise, what it does is a function
/// of its test, and the cases in which it differs from the transcription are counted.
namespace bcast::field {

namespace ref = bcast::reference;
using ref::index;
using json = nlohmann::json;

/// The digest of a text, in hexadecimal digits.
std::string sha256(std::string const& text);

/// The sizes of a shape: numbers, or sizes that may be unknown.
template <class Size>
using sizes = ref::list<Size>;
using shape = sizes<index>;
using type = sizes<kit::dim>;

template <class Size>
using cases_of = std::vector<std::vector<sizes<Size>>>;
using cases = cases_of<index>;

// Texts, as field_table.py writes them ------------------------------------------------------------

std::string text_of(shape const& s);
std::string text_of(type const& t);
inline std::string text_of(std::string const& words) { return words; }
std::string axes(shape const& entries);

template <class Size>
std::string joined(std::vector<sizes<Size>> const& parts) {
  std::string text;
  for (auto const& s : parts) text += (text.empty() ? "" : " ") + text_of(s);
  return text;
}

/// A complete table: a line for each case with its answer.
struct table {
  std::string lines;
  int cases = 0;
  int accepted = 0;

  /// `answer` gives a shape, or throws as a transcription does.
  template <class F>
  void add(std::string const& text, F answer) {
    std::string given = "refused";
    try {
      given = text_of(answer());
      ++accepted;
    } catch (ref::violation const&) {
    } catch (ref::no_answer const&) {
    }
    ++cases;
    lines += text + " | " + given + "\n";
  }
};

template <class Size, class F>
table table_of(cases_of<Size> const& all, F answer) {
  table t;
  for (auto const& c : all) t.add(joined(c), [&] { return answer(c); });
  return t;
}

// Scopes, in the order of field_table.py ----------------------------------------------------------

/// Every list of `n` of these.
template <class Size>
std::vector<sizes<Size>> product(std::vector<Size> const& of, index n) {
  std::vector<sizes<Size>> all{{}};
  for (index k = 0; k < n; ++k) {
    std::vector<sizes<Size>> longer;
    for (auto const& s : all) {
      for (Size const& item : of) longer.push_back(s + sizes<Size>{item});
    }
    all = std::move(longer);
  }
  return all;
}

std::vector<index> range(index from, index to);

template <class Size>
std::vector<sizes<Size>> shapes(index rank, std::vector<Size> const& of, index least = 0) {
  std::vector<sizes<Size>> all;
  for (index r = least; r <= rank; ++r) {
    for (auto const& s : product(of, r)) all.push_back(s);
  }
  return all;
}

/// Every choice of an item of each list.
template <class Size>
cases_of<Size> choices(cases_of<Size> const& of) {
  cases_of<Size> all{{}};
  for (auto const& some : of) {
    cases_of<Size> longer;
    for (auto const& c : all) {
      for (auto const& s : some) {
        longer.push_back(c);
        longer.back().push_back(s);
      }
    }
    all = std::move(longer);
  }
  return all;
}

template <class Size>
cases_of<Size> tuples(std::size_t operands, index rank, std::vector<Size> const& of) {
  return choices(cases_of<Size>(operands, shapes(rank, of)));
}

/// Every case with each of the results.
template <class Size>
cases_of<Size> with_results(cases_of<Size> const& operands,
                            std::vector<sizes<Size>> const& results) {
  cases_of<Size> all;
  for (auto const& c : operands) {
    for (auto const& r : results) {
      all.push_back(c);
      all.back().push_back(r);
    }
  }
  return all;
}

// Rules -------------------------------------------------------------------------------------------

/// What a system does where it refuses and no clause says so. Throws no_answer.
shape refused();

/// The shape that a rule of a document gives. Throws as its transcription does.
shape by_rule(std::string_view rule, std::vector<shape> const& c);
type by_rule(std::string_view rule, std::vector<type> const& c);

/// The shape that a rule infers. Throws violation and no_answer with the clause.
type by_verifier(std::string_view rule, std::vector<type> const& c);

/// The target, if the operand is stretched to it and no further, by the Array API's algorithm.
shape stretched_to(shape const& operand, shape const& target);

// The facts ---------------------------------------------------------------------------------------

json facts(std::string const& system);

/// What was asked of a system. Throws std::invalid_argument if it was not.
json question(std::string const& system, std::string const& asked);

/// The one class of deviation of a question.
json deviation(std::string const& system, std::string const& asked);

/// The tables of a system that are made again, by the names of the questions.
using tables = std::map<std::string, std::function<table()>>;

/// Expects that the tables are those of the facts, and that each other question is in `others`,
/// with the reason why no transcription makes its table.
void expect_tables(std::string const& system, tables const& made,
                   std::map<std::string, std::string> const& others);

/// The shapes of a case, without the arrow before the declared result. None if a size has a bound,
/// or a rank is unknown.
std::optional<std::vector<type>> types_from(std::string const& text);

/// The same, if all sizes are known.
std::optional<std::vector<shape>> shapes_from(std::string const& text);

/// The shapes that `of` reads in the verdicts of a system to questions that end with `subject`:
/// expects that each is what `answer` gives, and returns how many there are.
template <class Read, class F>
int same_verdicts(std::string const& system, std::string const& subject, Read of, F answer) {
  int same = 0;
  const json all = facts(system);
  for (json const& v : all.at("verdicts")) {
    const std::string asked = v.at("question"), text = v.at("case");
    if (!asked.ends_with(", " + subject)) continue;
    const auto c = of(text);
    if (!c) continue;
    table t;
    t.add(text, [&] { return answer(*c); });
    const std::string expected = text + " | " + std::string(v.at("answer")) + "\n";
    if (t.lines != expected) throw std::runtime_error(asked + ": " + t.lines + "not " + expected);
    ++same;
  }
  return same;
}

}  // namespace bcast::field
