// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/uses.hpp"

#include <fmt/core.h>

namespace bcast::proptests::mlir {

void uses::open(std::vector<mlir_type> const* results, std::string const& owner,
                std::string_view operation, std::size_t at) {
  regions_.push_back(
      {replaced_.size(), std::nullopt, owner, operation.substr(0, operation.find('.')), at});
  if (results != nullptr) regions_.back().results = kept(*results);
}

void uses::open_again() {
  regions_.push_back(
      {replaced_.size(), closed_.results, closed_.owner, closed_.dialect, closed_.at});
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

void uses::define(value_name name, mlir_type const* type, std::size_t at) {
  definition& there = values_[name];
  if (!regions_.empty()) replaced_.emplace_back(name, there);
  there = {type == nullptr ? nullptr : kept(*type), static_cast<std::uint32_t>(at)};
}

void uses::define_block(std::string_view label, std::span<parameter const> all, std::size_t at) {
  types arguments;
  for (parameter const& p : all) {
    define(p.name, &p.type, at);
    arguments.push_back(kept(p.type));
  }
  if (!regions_.empty()) regions_.back().blocks.emplace(label, std::pair(std::move(arguments), at));
}

void uses::define_function(std::string_view name, std::vector<mlir_type> const& parameters,
                           std::optional<std::vector<mlir_type>> const& results, std::size_t at) {
  signature s{kept(parameters), std::nullopt, at};
  if (results) s.results = kept(*results);
  const auto [there, is_new] = functions_.try_emplace(name, std::move(s));
  if (!is_new) there->second.once = false;
}

void uses::use(std::string_view operation, std::size_t at, form const& of) {
  if (of.values.size() != of.operands.size()) return;
  for (std::size_t m = 0; m < of.values.size(); ++m) {
    const auto found = values_.find(of.values[m]);
    if (found == values_.end() || found->second.type == nullptr) continue;
    clash(operation, at, fmt::format("operand {}", m), of.operands[m], found->second,
          "where it is defined");
  }
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

uses::types uses::kept(std::vector<mlir_type> const& all) {
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
    clash(of.operation, of.at, fmt::format("{} {}", what, m), *here[m],
          {there[m], static_cast<std::uint32_t>(at)}, where);
  }
}

/// If the types cannot be those of one value, by what is known of them.
void uses::clash(std::string_view operation, std::size_t at, std::string what,
                 mlir_type const& here, definition there, std::string const& where) {
  const auto is_other = [](mlir_type const& t) { return t.kind == mlir_type::kind::other; };
  if (here.text == there.type->text || is_other(here) || is_other(*there.type)) return;
  const bool alike = here == *there.type;
  if (alike && (here.element.empty() || here.element == there.type->element)) return;
  if (here.text.empty()) return;
  clashes_.push_back({std::string(operation), in_.place_of(at), std::move(what),
                      std::string(here.text), std::string(there.type->text), where,
                      in_.place_of(there.at), alike});
}

}  // namespace bcast::proptests::mlir
