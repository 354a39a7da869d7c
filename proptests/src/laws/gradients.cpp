// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "laws/calls.hpp"
#include "laws/law_list.hpp"
#include "oracle/operations.hpp"

/// The gradients of operations of two operands, summed back to the operands' shapes.
namespace bcast::proptests {
namespace {

using kind = kit::result::kind;

/// Powers of two, so that no quotient and no sum is rounded. Many pairs are equal.
constexpr std::array<double, 4> of_x0{1, 2, 4, 2};
constexpr std::array<double, 5> of_x1{2, 1, 4, 4, 1};

struct range {
  double low = 0, high = 0;
};

/// What operand m gets of a gradient of 1. Where two operands are equal, their minimum and maximum
/// divide it in any way.
range slope(std::string_view op, std::size_t m, double a, double b) {
  const auto all = [](double x) { return range{x, x}; };
  if (op == "add") return all(1);
  if (op == "sub") return all(m == 0 ? 1 : -1);
  if (op == "mul") return all(m == 0 ? b : a);
  if (op == "div") return all(m == 0 ? 1 / b : -a / (b * b));
  if (a == b) return {0, 1};
  return all((op == "max") == (m == 0 ? a > b : b > a) ? 1 : 0);
}

std::vector<std::string_view> gradients_of(kit::subject const& s) {
  std::vector<std::string_view> all;
  for (std::string_view name : gradient_names) {
    auto const& ops = s.declares.ops;
    if (std::ranges::find(ops, name) != ops.end()) all.push_back(name);
  }
  return all;
}

std::string needs_gradients(kit::subject const& s) {
  if (!s.apply) return needs_values(s);
  if (gradients_of(s).empty()) return "computes no gradients of operations";
  return takes(s, "float") || takes(s, "double") ? "" : "computes no float or double";
}

/// The two operands that are taken of a case; a single one is used twice.
std::array<operand, 2> two_of(test_case const& c) {
  return {c.operands.front(), c.operands[std::min<std::size_t>(1, c.operands.size() - 1)]};
}

bool small_pair(kit::subject const& s, test_case const& c) {
  if (!any(s, c) || s.declares.max_operands < 2) return false;
  const auto [a, b] = two_of(c);
  test_case pair;
  pair.operands = {a, b};
  const auto result = joined(pair);
  constexpr std::int64_t most = 1 << 10;
  return result && elements_of(*result) <= most;
}

/// The tensors of one question.
template <class T>
class backward {
 public:
  backward(kit::subject const& s, test_case const& c, bool twice)
      : subject_(s), pair_(two_of(c)), twice_(twice) {
    for (std::size_t m = 0; m < 2; ++m) x_.push_back(make(fmt::format("X{}", m), pair_[m], true));
    test_case both;
    both.operands = {pair_[0], pair_[1]};
    result_ = joined(both).value();
    g_.push_back(
        make("G", {type_of(result_), c.result ? c.result->layout : layout_flags{}}, false));
    for (std::size_t m = 0; m < 2; ++m) d_.push_back(make(fmt::format("D{}", m), pair_[m], false));
  }

  /// Whether the subject answers, and what is wrong.
  std::optional<std::string> wrong(std::string_view name) {
    fill();
    kit::result const got =
        subject_.apply(name, {g_[0].tensor(), x_[0].tensor(), x_[twice_ ? 0 : 1].tensor()},
                       {d_[0].tensor(), d_[1].tensor()});
    if (got.verdict == kind::unsupported) return std::nullopt;
    const std::string call = fmt::format("{} of {} and {}{}", name, to_string(pair_[0]),
                                         to_string(pair_[1]), twice_ ? ", the same memory" : "");
    if (got.verdict != kind::ok) return call + " was refused";
    return compare(call, name.substr(0, name.find('_')));
  }

 private:
  stored make(std::string const& name, operand const& o, bool may_repeat) const {
    layout_flags layout = subject_.declares.strided ? o.layout : layout_flags{};
    if (!may_repeat) layout.bits &= ~static_cast<unsigned>(layout_flag::repeated);
    return {name,
            std::is_same_v<T, float> ? "float" : "double",
            place(sizes_of(o.type), layout),
            subject_,
            stored::filled::between,
            0};
  }

  static T& at(stored const& t, std::span<std::int64_t const> i) {
    return *reinterpret_cast<T*>(t.at(i));
  }

  template <class Numbers>
  static void set(stored const& t, Numbers const& numbers) {
    std::size_t flat = 0;
    each_element(t.where.sizes, [&](indices const& i) {
      at(t, i) = static_cast<T>(numbers[flat++ % numbers.size()]);
    });
  }

  void fill() {
    for (stored const& d : d_) d.clear(stored::filled::unwritten);
    set(x_[0], of_x0);
    if (!twice_) set(x_[1], of_x1);
    set(g_[0], std::array<double, 3>{1, 2, 3});
  }

  std::optional<std::string> compare(std::string const& call, std::string_view op) {
    std::array<std::vector<range>, 2> due;
    std::vector<element_map> source;
    for (std::size_t m = 0; m < 2; ++m) {
      due[m].resize(static_cast<std::size_t>(elements_of(d_[m].where.sizes)));
      source.emplace_back(d_[m].where.sizes, result_);
    }
    double total = 0;
    each_element(result_, [&](indices const& i) {
      const double g = at(g_[0], i);
      const double a = at(x_[0], source[0](i)), b = at(x_[twice_ ? 0 : 1], source[1](i));
      total += g;
      for (std::size_t m = 0; m < 2; ++m) {
        range& sum = due[m][static_cast<std::size_t>(flat_of(d_[m].where.sizes, source[m](i)))];
        const range own = slope(op, m, a, b);
        sum.low += g * own.low;
        sum.high += g * own.high;
      }
    });
    std::optional<std::string> first;
    double given = 0;
    for (std::size_t m = 0; m < 2; ++m) {
      auto wanted = due[m].begin();
      each_element(d_[m].where.sizes, [&](indices const& i) {
        const double got = at(d_[m], i);
        const range sum = *wanted++;
        given += got;
        const double some = 1e-5 * (1 + std::abs(sum.high));
        if (first || (got >= sum.low - some && got <= sum.high + some)) return;
        first = fmt::format("{}: {} is {}; expected {}", call,
                            element_name(fmt::format("D{}", m), i), got,
                            sum.low == sum.high ? fmt::format("{}", sum.low)
                                                : fmt::format("{} to {}", sum.low, sum.high));
      });
    }
    if (first || (op != "min" && op != "max")) return first;
    if (std::abs(given - total) <= 1e-5 * (1 + total)) return std::nullopt;
    return fmt::format("{}: all of D0 and D1 is {}, and all of G is {}", call, given, total);
  }

  kit::subject const& subject_;
  std::array<operand, 2> pair_;
  bool twice_;
  shape result_;
  std::vector<stored> x_, g_, d_;
};

template <class T>
std::optional<std::string> wrong_gradients(kit::subject const& s, test_case const& c) {
  const auto [a, b] = two_of(c);
  for (const bool twice : {false, true}) {
    if (twice && a.type != b.type) continue;
    backward<T> of(s, c, twice);
    for (std::string_view name : gradients_of(s)) {
      if (auto wrong = of.wrong(name)) return wrong;
    }
  }
  return std::nullopt;
}

std::optional<std::string> gradients(kit::subject const& s, test_case const& c) {
  const bool doubles = !takes(s, "float") || (c.element == "double" && takes(s, "double"));
  return doubles ? wrong_gradients<double>(s, c) : wrong_gradients<float>(s, c);
}

}  // namespace

std::vector<law> gradient_laws() {
  return {
      {"gradients", "bcast.P81", spec::level::derived,
       "The gradients of an operation are its derivatives, summed over the stretched axes.",
       family::layouts, needs_gradients, small_pair, gradients, computation::none,
       taken::one_by_one},
  };
}

}  // namespace bcast::proptests
