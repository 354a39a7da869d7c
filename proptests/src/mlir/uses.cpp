// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/uses.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace bcast::proptests::mlir {
namespace {

bool is_other(mlir_type const& t) { return t.kind == mlir_type::kind::other; }

/// Whether two texts are the same, but for blanks and for what `skipped` has.
bool same_text(std::string_view a, std::string_view b, std::string_view skipped) {
  std::size_t k = 0, m = 0;
  for (;; ++k, ++m) {
    k = std::min(a.find_first_not_of(skipped, k), a.size());
    m = std::min(b.find_first_not_of(skipped, m), b.size());
    if (k == a.size() || m == b.size()) return k == a.size() && m == b.size();
    if (a[k] != b[m]) return false;
  }
}

constexpr std::string_view blanks = " \t\r\n";

constexpr std::string_view sizes = " \t\r\n0123456789?x";

/// Whether the elements have sizes, which are part of a shape.
bool holds_shapes(mlir_type const& t) {
  return t.element.starts_with("vector<") || t.element.starts_with("memref<");
}

/// Whether one has pointers to what the other one may have: Triton writes only the pointers' type.
bool points_to(mlir_type const& a, mlir_type const& b) {
  return a.element.starts_with("!tt.ptr<") != b.element.starts_with("!tt.ptr<");
}

/// The same, by what is known.
bool fit(mlir_type const& a, mlir_type const& b) {
  if (a.text == b.text) return true;
  return is_other(a) || is_other(b) ? same_text(a.text, b.text, blanks)
                                    : a == b && (a.element == b.element || points_to(a, b));
}

/// The same but for the sizes, also those in a type of a dialect.
bool are_alike(mlir_type const& a, mlir_type const& b) {
  if (a.kind != b.kind) return false;
  if (is_other(a)) return same_text(a.text, b.text, sizes);
  if (has_shape(a) && points_to(a, b)) return true;
  return has_shape(a) && same_text(a.element, b.element, holds_shapes(a) ? sizes : blanks);
}

}  // namespace

void uses::open(std::vector<mlir_type> const* results, std::string const& owner,
                std::string_view operation, std::size_t at) {
  regions_.push_back(
      {replaced_.size(), std::nullopt, owner, operation.substr(0, operation.find('.')), at});
  if (results != nullptr) regions_.back().results = kept(*results);
}

void uses::open_again() {
  regions_.push_back(
      {replaced_.size(), closed_.results, closed_.owner, closed_.dialect, closed_.at});
  regions_.back().second = closed_.second;
  regions_.back().arguments = closed_.given;
}

void uses::close() {
  if (regions_.empty()) return;
  for (jump const& b : regions_.back().branches) {
    const auto block = regions_.back().blocks.find(b.to);
    if (block == regions_.back().blocks.end()) continue;
    compare(b, "operand", b.operands, block->second.first, fmt::format("in ^{}", b.to),
            block->second.second);
  }
  for (; replaced_.size() > regions_.back().replaced; replaced_.pop_back()) {
    values_[replaced_.back().first] = replaced_.back().second;
  }
  closed_ = std::move(regions_.back());
  regions_.pop_back();
}

void uses::define(value_name name, std::span<mlir_type const> any_of, bool sure, std::size_t at) {
  constexpr std::size_t most = 64;
  types all;
  if (any_of.size() <= most) all = kept(any_of);
  if (std::ranges::find(all, nullptr) != all.end()) all.clear();
  // The results of one operation share their types.
  const std::size_t last = lists_.size() - std::min(all.size(), lists_.size());
  const bool shared = std::equal(lists_.begin() + static_cast<std::ptrdiff_t>(last), lists_.end(),
                                 all.begin(), all.end());
  definition& there = values_[name];
  if (!regions_.empty()) replaced_.emplace_back(name, there);
  there = {static_cast<std::uint32_t>(shared ? last : lists_.size()),
           static_cast<std::uint32_t>(at), static_cast<std::uint16_t>(all.size()), sure};
  if (!shared) lists_.insert(lists_.end(), all.begin(), all.end());
}

void uses::define_block(std::string_view label, std::span<parameter const> all, std::size_t at) {
  types arguments;
  for (parameter const& p : all) {
    define(p.name, {&p.type, 1}, true, at);
    arguments.push_back(kept(p.type));
  }
  if (regions_.empty()) return;
  if (auto expected = std::exchange(regions_.back().arguments, std::nullopt)) {
    compare({"block", at, {}, {}, {}}, "argument", arguments, *expected,
            fmt::format("as given by {}", regions_.back().owner), regions_.back().at);
  }
  regions_.back().blocks.emplace(label, std::pair(std::move(arguments), at));
}

void uses::define_function(std::string_view name, std::vector<mlir_type> const& parameters,
                           std::optional<std::vector<mlir_type>> const& results, std::size_t at) {
  signature s{kept(parameters), std::nullopt, at};
  if (results) s.results = kept(*results);
  const auto [there, is_new] = functions_.try_emplace(name, std::move(s));
  if (!is_new) there->second.once = false;
}

void uses::use(std::string_view operation, std::size_t at, form const& of, bool sure,
               bool has_results) {
  const bool one_each = sure && of.values.size() == of.operands.size();
  const types written = kept(of.written);
  std::vector<std::pair<std::size_t, definition const*>> known;
  std::size_t unknown = 0;
  for (std::size_t m = 0; m < of.values.size(); ++m) {
    definition const* const there = definition_of(of.values[m]);
    if (there == nullptr) {
      ++unknown;
    } else if (one_each && of.operands[m].text == types_of(*there)[0]->text) {
      continue;
    } else if (one_each || is_like(*there, written)) {
      known.emplace_back(m, there);
    }
  }
  const auto compare = [&](std::size_t m, definition const& there, auto here) {
    return clash(operation, at, fmt::format("operand {}", m), here, types_of(there),
                 one_each && there.sure, there.at, "where it is defined");
  };
  if (one_each) {
    for (auto const& [m, there] : known) {
      mlir_type const* const here = kept(of.operands[m]);
      compare(m, *there, std::span(&here, 1));
    }
    return;
  }
  // In the same order, if that may be; and a type that is not written is inferred, in some way.
  const bool in_order =
      of.ordered && !(of.exact && has_results) && written.size() == of.values.size() &&
      std::ranges::all_of(
          known, [&](auto const& one) { return is_like(*one.second, {written[one.first]}); });
  const bool all = written.size() == 1 || written.size() >= known.size();
  for (auto const& [m, there] : known) {
    const std::span any = in_order ? std::span(written).subspan(m, 1) : std::span(written);
    if (all && compare(m, *there, any)) return;
  }
  // What stands behind a word may be a result that has no name.
  if (has_results || unknown > 0 || of.exact || (of.types == 0 && !of.last.text.empty())) return;
  for (mlir_type const* t : written) {
    if (std::ranges::any_of(known, [&](auto const& one) { return may_be(*one.second, *t); })) {
      continue;
    }
    for (auto const& [m, there] : known) {
      if (compare(m, *there, std::span(&t, 1))) return;
    }
  }
}

std::vector<mlir_type> uses::not_of(form const& of) const {
  std::vector<mlir_type> left = of.written;
  for (value_name v : of.values) {
    definition const* const there = definition_of(v);
    if (there == nullptr) return {};
    std::erase_if(left, [&](mlir_type const& t) { return may_be(*there, t); });
  }
  return left;
}

uses::definition const* uses::definition_of(value_name name) const {
  const auto found = values_.find(name);
  return found == values_.end() || found->second.count == 0 ? nullptr : &found->second;
}

bool uses::may_be(definition const& d, mlir_type const& type) const {
  const auto all = types_of(d);
  return std::ranges::any_of(all, [&](auto* t) { return fit(*t, type); });
}

bool uses::is_like(definition const& d, types const& all) const {
  const auto own = types_of(d);
  return std::ranges::any_of(own, [&](auto* o) {
    return std::ranges::any_of(all, [&](auto* t) { return are_alike(*o, *t); });
  });
}

void uses::end_region(std::string_view operation, std::size_t at,
                      std::vector<mlir_type> const& given) {
  if (regions_.empty() || !regions_.back().results) return;
  region const& r = regions_.back();
  const auto dialect_of = [](std::string_view name) { return name.substr(0, name.find('.')); };
  if (operation != "return" && dialect_of(operation) != r.dialect) return;
  compare({operation, at, {}, {}, {}}, "operand", kept(given), *r.results,
          fmt::format("as a result of {}", r.owner), r.at);
}

void uses::branch(std::string_view operation, std::size_t at, std::string_view label,
                  std::vector<mlir_type> const& given) {
  if (!regions_.empty()) {
    regions_.back().branches.push_back({operation, at, label, kept(given), {}});
  }
}

void uses::call(std::string_view operation, std::size_t at, form const& of) {
  calls_.push_back({operation, at, of.symbol, kept(of.operands), kept(of.results)});
}

std::vector<mlir_clash> uses::all() {
  for (jump const& c : calls_) {
    const auto callee = functions_.find(c.to);
    if (callee == functions_.end() || !callee->second.once) continue;
    const std::string where = fmt::format("in @{}", c.to);
    compare(c, "operand", c.operands, callee->second.parameters, where, callee->second.at);
    if (!callee->second.results) continue;
    compare(c, "result", c.results, *callee->second.results, where, callee->second.at);
  }
  calls_.clear();
  return std::move(clashes_);
}

mlir_type const* uses::kept(mlir_type const& type) {
  return type.text.empty() ? nullptr : &types_.try_emplace(type.text, type).first->second;
}

uses::types uses::kept(std::span<mlir_type const> all) {
  types pointers;
  for (mlir_type const& t : all) pointers.push_back(kept(t));
  return pointers;
}

void uses::compare(jump const& of, std::string_view what, types const& here, types const& there,
                   std::string const& where, std::size_t at) {
  if (here.size() != there.size()) {
    const auto count = [&](std::size_t n) { return std::to_string(n); };
    clashes_.push_back({std::string(of.operation), in_.place_of(of.at),
                        fmt::format("the number of {}s", what), count(here.size()),
                        count(there.size()), where, in_.place_of(at)});
    return;
  }
  for (std::size_t m = 0; m < here.size(); ++m) {
    if (here[m] == nullptr || there[m] == nullptr) continue;
    clash(of.operation, of.at, fmt::format("{} {}", what, m), {&here[m], 1}, {&there[m], 1}, true,
          at, where);
  }
}

/// If none of the types here can be one of those there, by what is known of them. If the two are
/// sure, they are those of one value; otherwise they are of different ones, unless only their sizes
/// are not the same.
bool uses::clash(std::string_view operation, std::size_t at, std::string what,
                 std::span<mlir_type const* const> here, std::span<mlir_type const* const> there,
                 bool sure, std::size_t defined, std::string const& where) {
  std::string used, other;
  bool elements = false;
  for (mlir_type const* a : here) {
    for (mlir_type const* b : there) {
      if (a == nullptr || b == nullptr) return false;
      if (fit(*a, *b)) return false;
      const bool compared = sure && !is_other(*a) && !is_other(*b);
      elements = compared && *a == *b && !holds_shapes(*a);
      if (elements && a->element.empty()) return false;
      if (!compared && !are_alike(*a, *b)) continue;
      if (used.empty()) other = b->text;
      if (used.find(a->text) == std::string::npos) {
        used += (used.empty() ? "" : " or ") + std::string(a->text);
      }
    }
  }
  if (used.empty()) return false;
  clashes_.push_back({std::string(operation), in_.place_of(at), std::move(what), std::move(used),
                      std::move(other), where, in_.place_of(defined), elements});
  return true;
}

}  // namespace bcast::proptests::mlir
