// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/own_operations.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>

#include "bcast/proptests/oracle.hpp"
#include "support/json_text.hpp"

namespace bcast::proptests {
namespace {

using list = std::vector<double>;

/// Exact in every type of numbers that has them. The first nine are in all types.
constexpr std::array<double, 12> numbers{1, 2, 3, 0, 5, 4, 8, 7, 6, 0.5, -1, -2};
constexpr std::size_t in_all_types = 9;
constexpr std::size_t most_operands = 4;

/// The operations are never removed, so that they are found without a lock.
struct node {
  own_operation of;
  node const* before;
};
std::atomic<node const*> newest{nullptr};

std::optional<std::size_t> row_of(std::span<double const> x) {
  std::size_t row = 0;
  for (double number : x) {
    const auto at = std::ranges::find(numbers, number);
    if (at == numbers.end()) return std::nullopt;
    row = row * numbers.size() + static_cast<std::size_t>(at - numbers.begin());
  }
  return row;
}

/// Calls f with every choice of one number from each list, until it holds.
bool any_choice(std::vector<list> const& lists, std::function<bool(list const&)> const& f) {
  list x;
  const std::function<bool()> choose = [&] {
    if (x.size() == lists.size()) return f(x);
    for (double number : lists[x.size()]) {
      x.push_back(number);
      const bool found = choose();
      x.pop_back();
      if (found) return true;
    }
    return false;
  };
  return choose();
}

bool is_whole(double number) { return number == std::trunc(number); }

/// Whether a probe may give this number.
bool is_shown(double number) { return is_whole(number) && number >= 0 && number <= 100; }

void find_probe(own_operation& op, std::size_t m) {
  list small(numbers.begin(), numbers.begin() + in_all_types);
  std::ranges::sort(small);
  std::vector<list> lists(op.least, small);
  lists[m] = {0};
  const bool found = any_choice(lists, [&](list x) {
    double first = 0;
    std::optional<double> shown;
    for (double number : small) {
      x[m] = number;
      const double value = op.value(x);
      if (!is_shown(value)) continue;
      if (!shown) {
        first = number;
        shown = value;
      } else if (value != *shown) {
        op.probes.push_back({static_cast<int>(first), static_cast<int>(number),
                             static_cast<int>(*shown), static_cast<int>(value)});
        op.holding.emplace_back(x.begin(), x.end());
        return true;
      }
    }
    return false;
  });
  if (found) return;
  throw std::invalid_argument(fmt::format(
      "the operation '{}': operand {} is not seen in its results; with some whole numbers from 0 "
      "to 8 as operands, two results must be different whole numbers from 0 to 100",
      op.word, m));
}

bool takes(own_operation::elements e, double number) {
  using in = own_operation::elements;
  constexpr double most = std::numeric_limits<signed char>::max();
  if (e == in::floats) return std::isfinite(number);
  return is_whole(number) && number <= most && number >= (e == in::ints ? -most : 0);
}

std::vector<list> samples_of(own_operation const& op, own_operation::elements e) {
  constexpr std::size_t most = 2048;
  std::vector<list> all;
  for (std::size_t k = 0; k < op.least; ++k) {
    all.push_back({static_cast<double>(k == 0 ? op.probes[0].low : op.holding[0][k])});
  }
  const auto choices = [&] {
    std::size_t count = 1;
    for (list const& one : all) count *= one.size();
    return count;
  };
  for (double number : numbers) {
    if (!takes(e, number)) continue;
    for (list& own : all) {
      if (std::ranges::find(own, number) != own.end()) continue;
      list kept = std::exchange(own, {number});
      const bool has_value =
          !any_choice(all, [&](list const& x) { return !takes(e, op.value(x)); });
      own = std::move(kept);
      if (has_value && choices() / own.size() * (own.size() + 1) <= most) own.push_back(number);
    }
  }
  return all;
}

probe own_probe(operation const& op, std::size_t m, std::size_t) {
  return static_cast<own_operation const&>(op).probes[m];
}

int own_holding(operation const& op, std::size_t k, std::size_t m) {
  return static_cast<own_operation const&>(op).holding[m][k];
}

}  // namespace

double own_operation::value(std::span<double const> x) const {
  const auto row = row_of(x);
  return row ? table[*row] : std::nan("");
}

std::vector<std::vector<double>> own_rows(std::size_t n) {
  std::vector<list> all;
  any_choice(std::vector<list>(n, list(numbers.begin(), numbers.end())), [&](list const& x) {
    all.push_back(x);
    return false;
  });
  return all;
}

void expect_own(std::string_view name, std::size_t n) {
  if (name.empty() || name.find(' ') != std::string_view::npos) {
    throw std::invalid_argument(fmt::format("'{}' is no name of an operation", name));
  }
  operation const* const known = find_operation(name);
  const bool taken =
      name == "broadcast" || (known != nullptr && find_own_operation(name) == nullptr);
  if (taken) {
    throw std::invalid_argument(
        fmt::format("the laws know what '{}' means; give your own operation another name", name));
  }
  if (n >= 1 && n <= most_operands) return;
  throw std::invalid_argument(
      fmt::format("the operation '{}' has {} operands; expected 1 to {}", name, n, most_operands));
}

void define_operation(std::string_view name, std::size_t n, std::vector<double> table) {
  static std::mutex defining;
  const std::lock_guard lock(defining);
  expect_own(name, n);
  if (own_operation const* const known = find_own_operation(name)) {
    const auto alike = [](double a, double b) { return a == b || (a != a && b != b); };
    if (std::equal(table.begin(), table.end(), known->table.begin(), known->table.end(), alike)) {
      return;
    }
    throw std::invalid_argument(
        fmt::format("the operation '{}' has two meanings; give one another name", name));
  }
  auto made = std::make_unique<node>();
  own_operation& op = made->of;
  op.word = name;
  op.name = op.word;
  op.least = op.most = n;
  op.on = {false, true, true};
  op.probe_of = own_probe;
  op.held_by = own_holding;
  op.table = std::move(table);
  for (std::size_t m = 0; m < n; ++m) find_probe(op, m);
  using in = own_operation::elements;
  for (in e : {in::floats, in::ints, in::uints}) {
    op.samples[static_cast<std::size_t>(e)] = samples_of(op, e);
  }
  made->before = newest;
  newest = made.release();
}

void define_operation(std::string_view name, std::size_t operands,
                      std::function<double(std::span<double const>)> const& value) {
  expect_own(name, operands);
  std::vector<double> table;
  for (list const& x : own_rows(operands)) table.push_back(value(x));
  define_operation(name, operands, std::move(table));
}

own_operation const* find_own_operation(std::string_view name) {
  for (node const* n = newest; n != nullptr; n = n->before) {
    if (n->of.name == name) return &n->of;
  }
  return nullptr;
}

std::vector<own_operation const*> own_operations() {
  std::vector<own_operation const*> all;
  for (node const* n = newest; n != nullptr; n = n->before) all.insert(all.begin(), &n->of);
  return all;
}

}  // namespace bcast::proptests
