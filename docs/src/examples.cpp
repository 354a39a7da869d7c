// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <optional>

#include "bcast/reference/array_api.hpp"
#include "bcast/reference/outcome.hpp"
#include "bcast/reference/xla.hpp"
#include "bcast/spec/array_api.hpp"
#include "bcast/spec/xla.hpp"
#include "cell.hpp"
#include "pages.hpp"

namespace bcast::docs {

using explain::drawing, explain::drawn_operand;
namespace {

namespace ref = bcast::reference;
using ref::index;

std::vector<index> sizes_of(spec::shape const& shape) {
  std::vector<index> sizes;
  for (spec::dim d : shape) sizes.push_back(d.size());
  return sizes;
}

/// The sizes of a shape, the last of them at the last axis.
drawn_operand aligned(std::string label, spec::shape const& shape, std::size_t rank) {
  drawn_operand o{std::move(label), std::vector<std::optional<std::string>>(rank)};
  std::size_t axis = rank - shape.rank();
  for (spec::dim d : shape) o.sizes[axis++] = text_of(d);
  return o;
}

/// Runs a transcription and draws its result: the sizes, or the axis of the error and every operand
/// there.
template <class F>
void outcome_into(drawing& d, F transcription) {
  try {
    d.result.emplace();
    for (auto const& size : transcription()) d.result->push_back(size);
  } catch (ref::violation const& v) {
    d.result.reset();
    if (v.axis < 0) return;
    d.clash = static_cast<std::size_t>(v.axis);
    for (std::size_t m = 0; m < d.operands.size(); ++m) d.clashing.push_back(m);
  }
}

std::string titled(std::string_view inputs, drawing const& d) {
  std::string result;
  if (d.result) {
    for (std::string const& size : *d.result) result += (result.empty() ? "" : "x") + size;
  }
  return std::string(inputs) +
         (d.result ? " give " + (result.empty() ? "()" : result) : " do not broadcast");
}

figure figure_of(spec::array_api::example const& e) {
  const std::size_t rank = std::max(e.a.rank(), e.b.rank());
  drawing d{"", {aligned("A", e.a, rank), aligned("B", e.b, rank)}, "result", {}, {}, {}};
  outcome_into(d, [&] {
    std::vector<std::string> sizes;
    const auto list = [](spec::shape const& s) { return ref::list<index>(sizes_of(s)); };
    for (index size : ref::array_api::broadcast(list(e.a), list(e.b))) {
      sizes.push_back(std::to_string(size));
    }
    return sizes;
  });
  d.title = titled(plain(e.a) + " and " + plain(e.b), d);
  return {std::string(e.tag), d};
}

/// The broadcast dimensions position the operand of lower rank.
drawn_operand matched(std::string label, spec::shape const& shape, std::size_t rank,
                      std::optional<spec::xla::tuple> const& dims) {
  const bool fits = dims && dims->size() == shape.rank() && shape.rank() < rank;
  if (!fits) return aligned(std::move(label), shape, rank);
  drawn_operand o{std::move(label), std::vector<std::optional<std::string>>(rank)};
  auto size = shape.begin();
  for (int axis : *dims) o.sizes.at(static_cast<std::size_t>(axis)) = text_of(*size++);
  return o;
}

figure figure_of(spec::xla::example const& e) {
  const std::size_t rank = std::max(e.lhs.rank(), e.rhs.rank());
  drawing d{"",       {matched("lhs", e.lhs, rank, e.dims), matched("rhs", e.rhs, rank, e.dims)},
            "result", {},
            {},       {}};
  outcome_into(d, [&] {
    std::optional<ref::xla::tuple> dims;
    if (e.dims) {
      dims.emplace();
      for (int axis : *e.dims) dims->append(axis);
    }
    std::vector<std::string> sizes;
    const auto list = [](spec::shape const& s) { return ref::list<index>(sizes_of(s)); };
    for (index size : ref::xla::binary(list(e.lhs), list(e.rhs), dims).result) {
      sizes.push_back(std::to_string(size));
    }
    return sizes;
  });
  std::string inputs = plain(e.lhs) + " and " + plain(e.rhs);
  if (e.dims) inputs += " with dimensions " + markdown(cell(*e.dims));
  d.title = titled(inputs, d);
  return {std::string(e.tag), d};
}

}  // namespace

std::vector<figure> array_api_figures() {
  std::vector<figure> all;
  for (auto const& e : spec::array_api::examples) all.push_back(figure_of(e));
  return all;
}

std::vector<figure> xla_figures() {
  std::vector<figure> all;
  for (auto const& e : spec::xla::examples) all.push_back(figure_of(e));
  return all;
}

}  // namespace bcast::docs
