#include <algorithm>
#include <boost/hana/first.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/second.hpp>
#include <string>
#include <type_traits>

#include "bcast/optimized/broadcast.hpp"
#include "bcast/optimized/transform.hpp"
#include "bcast/spec/element_types.hpp"
#include "subjects.hpp"

namespace bcast::subjects {
namespace {

using kind = kit::answer::kind;

kit::answer refused(optimized::error const& e) {
  kit::answer a;
  a.verdict = kind::reject;
  a.why = e.what();
  return a;
}

kit::answer join(std::vector<kit::type> const& operands,
                 std::optional<kit::tuple> const& dimensions) {
  kit::answer a;
  std::vector<optimized::shape> shapes;
  for (kit::type const& t : operands) {
    optimized::shape sizes;
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
    for (std::int64_t size : optimized::join(shapes)) a.common.sizes.emplace_back(size);
  } catch (optimized::clash const& c) {
    a = refused(c);
    a.axis = c.axis;
    a.operands = {c.first, c.second};
  } catch (optimized::error const& e) {
    a = refused(e);
  }
  return a;
}

template <class T>
optimized::view<T> view_of(kit::tensor const& t) {
  return {static_cast<std::remove_const_t<T>*>(t.data), {t.sizes, t.strides}};
}

template <class T>
bool subtract(std::vector<optimized::view<T const>> const& x, optimized::view<T> const& z) {
  if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::string>) {
    return false;
  } else {
    const auto minus = [](auto first, auto... others) {
      T difference = first;
      ((difference = static_cast<T>(difference - others)), ...);
      return difference;
    };
    switch (x.size()) {
      case 1:
        optimized::transform(minus, z, x[0]);
        return true;
      case 2:
        optimized::transform(minus, z, x[0], x[1]);
        return true;
      case 3:
        optimized::transform(minus, z, x[0], x[1], x[2]);
        return true;
      case 4:
        optimized::transform(minus, z, x[0], x[1], x[2], x[3]);
        return true;
      default:
        return false;
    }
  }
}

template <class T>
bool compute(std::string_view op, std::vector<kit::tensor> const& operands,
             std::vector<kit::tensor> const& outputs) {
  std::vector<optimized::view<T const>> x;
  std::vector<optimized::view<T>> z;
  for (kit::tensor const& t : operands) x.push_back(view_of<T const>(t));
  for (kit::tensor const& t : outputs) z.push_back(view_of<T>(t));
  if (op == "broadcast") {
    optimized::broadcast(std::span<optimized::view<T> const>(z),
                         std::span<optimized::view<T const> const>(x));
    return true;
  }
  if (op == "copy") {
    optimized::broadcast_to(z.at(0), x.at(0));
    return true;
  }
  return op == "sub" && subtract<T>(x, z.at(0));
}

kit::answer apply(std::string_view op, std::vector<kit::tensor> const& operands,
                  std::vector<kit::tensor> const& outputs) {
  kit::answer a;
  a.verdict = kind::unsupported;
  if (operands.empty() || outputs.empty()) return a;
  const auto differs = [&](kit::tensor const& t) { return t.element != operands[0].element; };
  if (std::any_of(operands.begin(), operands.end(), differs) ||
      std::any_of(outputs.begin(), outputs.end(), differs)) {
    a.why = "the element types differ";
    return a;
  }
  try {
    boost::hana::for_each(spec::element_types, [&](auto const& row) {
      using T = typename std::decay_t<decltype(boost::hana::second(row))>::type;
      if (boost::hana::first(row) != operands[0].element) return;
      if (compute<T>(op, operands, outputs)) a.verdict = kind::ok;
    });
  } catch (optimized::error const& e) {
    return refused(e);
  }
  return a;
}

}  // namespace

kit::subject engine() {
  kit::subject s;
  s.name = "engine";
  s.profile = "array_api";
  s.declares.max_operands = 4;
  s.declares.exact = true;
  s.infer = join;
  s.apply = apply;
  return s;
}

}  // namespace bcast::subjects
