// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <boost/hana/first.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/second.hpp>
#include <iterator>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "bcast/engine/broadcast.hpp"
#include "bcast/engine/caches.hpp"
#include "bcast/engine/operation.hpp"
#include "bcast/engine/short_floats.hpp"
#include "bcast/engine/sum.hpp"
#include "bcast/spec/element_types.hpp"
#include "subjects.hpp"

namespace bcast::subjects {
namespace {

using kind = kit::result::kind;

kit::result refused(engine::error const& e) {
  kit::result a;
  a.verdict = kind::refused;
  a.why = e.what();
  return a;
}

kit::result broadcast_shapes(std::vector<kit::shape> const& operands,
                             std::optional<kit::broadcast_dimensions> const& dimensions) {
  kit::result a;
  std::vector<engine::shape> shapes;
  for (kit::shape const& t : operands) {
    engine::shape sizes;
    for (kit::dim const& d : t.sizes) {
      if (d) sizes.push_back(*d);
    }
    if (!t.ranked || sizes.size() != t.sizes.size() || dimensions) {
      a.verdict = kind::unsupported;
      return a;
    }
    shapes.push_back(std::move(sizes));
  }
  try {
    for (std::int64_t size : engine::broadcast_shapes(shapes)) a.shape.sizes.emplace_back(size);
  } catch (engine::clash const& c) {
    a = refused(c);
    a.axis = c.axis;
    a.operands = {c.first, c.second};
  } catch (engine::error const& e) {
    a = refused(e);
  }
  return a;
}

template <class T>
engine::view<T> view_of(kit::tensor const& t) {
  return {static_cast<std::remove_const_t<T>*>(t.data), {t.sizes, t.strides}};
}

template <class T>
void broadcast(std::vector<kit::tensor> const& operands, std::vector<kit::tensor> const& outputs) {
  std::vector<engine::view<T const>> x;
  std::vector<engine::view<T>> z;
  for (kit::tensor const& t : operands) x.push_back(view_of<T const>(t));
  for (kit::tensor const& t : outputs) z.push_back(view_of<T>(t));
  engine::broadcast(std::span<engine::view<T> const>(z), std::span<engine::view<T const> const>(x));
}

/// A named operation whose element types are known only by name.
void named(engine::operation op, std::vector<kit::tensor> const& operands,
           kit::tensor const& output) {
  const auto type = [](kit::tensor const& t) {
    const auto element = engine::element_type::named(t.element);
    if (!element) throw engine::no_operation("no element type " + std::string(t.element));
    return *element;
  };
  std::vector<engine::layout> layouts;
  for (kit::tensor const& t : operands) layouts.push_back({t.sizes, t.strides});
  std::vector<engine::operand> x;
  for (std::size_t m = 0; m < operands.size(); ++m) {
    x.push_back({operands[m].data, type(operands[m]), &layouts[m]});
  }
  const engine::layout to{output.sizes, output.strides};
  engine::apply(op, {output.data, type(output), &to}, x);
}

/// Calls f with the type that has this name, if there is one.
template <class F>
void with_type(std::string_view name, F const& f) {
  const auto of_type = [&]<class T>(std::string_view its, std::type_identity<T> type) {
    if (name == its) f(type);
  };
  boost::hana::for_each(spec::element_types, [&](auto const& row) {
    using T = typename std::decay_t<decltype(boost::hana::second(row))>::type;
    of_type(boost::hana::first(row), std::type_identity<T>());
  });
  of_type("float16", std::type_identity<engine::float16>());
  of_type("bfloat16", std::type_identity<engine::bfloat16>());
}

kit::result adjoint(kit::tensor const& gradient, kit::tensor const& out) {
  kit::result a;
  a.verdict = kind::unsupported;
  try {
    if (gradient.element != out.element) return a;
    with_type(out.element, [&]<class T>(std::type_identity<T>) {
      if constexpr ((std::is_arithmetic_v<T> || engine::short_float<T>)&&!std::is_same_v<T, bool>) {
        engine::sum_to<T>(view_of<T>(out), view_of<T const>(gradient));
        a.verdict = kind::ok;
      }
    });
  } catch (engine::error const& e) {
    return refused(e);
  }
  return a;
}

kit::result apply(std::string_view op, std::vector<kit::tensor> const& operands,
                  std::vector<kit::tensor> const& outputs) {
  kit::result a;
  a.verdict = kind::unsupported;
  if (operands.empty() || outputs.empty()) return a;
  try {
    if (const auto operation = engine::operation::named(op)) {
      named(*operation, operands, outputs[0]);
      a.verdict = kind::ok;
      return a;
    }
    const auto differs = [&](kit::tensor const& t) { return t.element != operands[0].element; };
    if (op != "broadcast" || std::any_of(operands.begin(), operands.end(), differs) ||
        std::any_of(outputs.begin(), outputs.end(), differs)) {
      return a;
    }
    with_type(operands[0].element, [&]<class T>(std::type_identity<T>) {
      broadcast<T>(operands, outputs);
      a.verdict = kind::ok;
    });
  } catch (engine::no_operation const& e) {
    a.why = e.what();
  } catch (engine::error const& e) {
    return refused(e);
  }
  return a;
}

}  // namespace

kit::subject engine() {
  try {
    engine::machine_caches();
  } catch (engine::error const& e) {
    throw std::invalid_argument(e.what());
  }
  kit::subject s;
  s.name = "engine";
  s.rule = "array_api";
  s.declares.exact = true;
  s.declares.ops = {"broadcast"};
  for (std::string_view name : engine::operation::names()) {
    s.declares.ops.emplace_back(name);
  }
  s.declares.dtypes.assign(std::begin(spec::element_names), std::end(spec::element_names));
  s.declares.dtypes.insert(s.declares.dtypes.end(), {"float16", "bfloat16"});
  s.broadcast_shapes = broadcast_shapes;
  s.apply = apply;
  s.adjoint = adjoint;
  return s;
}

}  // namespace bcast::subjects
