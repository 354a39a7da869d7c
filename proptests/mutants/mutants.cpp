#include "mutants.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <stdexcept>

#include "memory.hpp"

namespace bcast::mutants {
namespace {

using kind = kit::answer::kind;
using proptests::indices;
using shape = std::vector<std::int64_t>;

/// What the subject throws to itself where it refuses.
struct refusal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::int64_t join(std::int64_t a, std::int64_t b, bug wrong) {
  const bool either_one = a == 1 || b == 1;
  if (wrong == bug::maximum && either_one) return std::max(a, b);
  if (wrong == bug::zero_is_wildcard && (a == 0 || b == 0)) return std::max(a, b);
  if (wrong == bug::only_right && a == 1 && b != 1) throw refusal("the first is not stretched");
  if (a == b || b == 1) return a;
  if (a == 1) return b;
  if (wrong == bug::multiples && a != 0 && b != 0 && (a % b == 0 || b % a == 0)) {
    return std::max(a, b);
  }
  if (wrong == bug::no_check) return a;
  throw refusal("sizes differ");
}

/// The operand's axis that is aligned with an axis of the result, or -1.
std::int64_t aligned(std::size_t operand, std::size_t rank, std::size_t axis, bug wrong) {
  if (wrong == bug::left_aligned) {
    return axis < operand ? static_cast<std::int64_t>(axis) : -1;
  }
  return static_cast<std::int64_t>(axis + operand) - static_cast<std::int64_t>(rank);
}

shape join(std::vector<shape> const& shapes, bug wrong) {
  if (wrong == bug::first_shape) return shapes.front();
  std::size_t rank = 0;
  for (shape const& s : shapes) rank = std::max(rank, s.size());
  shape result(rank, 1);
  for (std::size_t axis = 0; axis < rank; ++axis) {
    bool first = true;
    for (shape const& s : shapes) {
      const std::int64_t k = aligned(s.size(), rank, axis, wrong);
      const std::int64_t size = k < 0 ? 1 : s[static_cast<std::size_t>(k)];
      result[axis] = first ? size : join(result[axis], size, wrong);
      first = false;
    }
  }
  return result;
}

kit::answer infer(bug wrong, std::vector<kit::type> const& operands) {
  kit::answer a;
  std::vector<shape> shapes;
  for (kit::type const& t : operands) shapes.push_back(proptests::sizes_of(t));
  try {
    a.common = proptests::type_of(join(shapes, wrong));
  } catch (refusal const& r) {
    a.verdict = kind::reject;
    a.why = r.what();
  }
  return a;
}

/// The place of the element that an operand gives to an index of the result.
std::int64_t source(kit::tensor const& x, shape const& result, indices const& i, bug wrong) {
  std::int64_t place = 0, dense = 1, flat = 0, count = 1, elements = 1;
  for (std::size_t k = result.size(); k-- > 0;) {
    flat += i[k] * count;
    count *= result[k];
  }
  for (std::int64_t size : x.sizes) elements *= size;
  if (wrong == bug::flat_modulo) return elements == 0 ? 0 : flat % elements;
  for (std::size_t axis = result.size(); axis-- > 0;) {
    const std::int64_t k = aligned(x.sizes.size(), result.size(), axis, wrong);
    if (k < 0) continue;
    const auto own = static_cast<std::size_t>(k);
    const bool stands = x.sizes[own] == 1 && wrong != bug::unit_stride;
    const std::int64_t stride = wrong == bug::no_strides ? dense : x.strides[own];
    if (!stands)
      place += std::min(i[axis], wrong == bug::unit_stride ? i[axis] : x.sizes[own] - 1) * stride;
    dense *= x.sizes[own];
  }
  return place;
}

bool shares_memory(kit::tensor const& a, kit::tensor const& b, std::size_t element) {
  const auto range = [&](kit::tensor const& t) {
    std::int64_t low = 0, high = 0;
    for (std::size_t k = 0; k < t.sizes.size(); ++k) {
      if (t.sizes[k] <= 1) continue;
      (t.strides[k] < 0 ? low : high) += t.strides[k] * (t.sizes[k] - 1);
    }
    const auto begin = reinterpret_cast<std::intptr_t>(t.data);
    const auto bytes = static_cast<std::int64_t>(element);
    return std::pair{begin + low * bytes, begin + (high + 1) * bytes};
  };
  const auto [a0, a1] = range(a);
  const auto [b0, b1] = range(b);
  return a0 < b1 && b0 < a1;
}

template <class T>
void compute(bug wrong, std::string_view op, std::vector<kit::tensor> x, kit::tensor const& z) {
  shape target = z.sizes;
  std::vector<shape> shapes{target};
  for (kit::tensor const& t : x) shapes.push_back(t.sizes);
  const shape joined = join(shapes, wrong);
  if (joined != target && wrong != bug::target_stretched) throw refusal("the target is stretched");
  if (wrong == bug::swapped && x.size() == 2 && x[0].sizes.size() < x[1].sizes.size()) {
    std::swap(x[0], x[1]);
  }
  for (kit::tensor const& t : x) {
    if (wrong == bug::no_overlap_check || !shares_memory(t, z, sizeof(T))) continue;
    if (t.data != z.data || t.sizes != z.sizes || t.strides != z.strides) {
      throw refusal("an operand overlaps the target");
    }
  }
  if (wrong == bug::row_lost && !target.empty() && target.front() > 2) --target.front();
  T* out = static_cast<T*>(z.data);
  std::int64_t last = 0;
  proptests::each_index(
      target,
      [&](indices const& i) {
        std::int64_t place = 0;
        for (std::size_t k = 0; k < i.size(); ++k) place += i[k] * z.strides[k];
        T value = static_cast<T const*>(x[0].data)[source(x[0], z.sizes, i, wrong)];
        if constexpr (!std::is_same_v<T, bool> && !std::is_same_v<T, std::string>) {
          for (std::size_t m = 1; op == "sub" && m < x.size(); ++m) {
            value = static_cast<T>(
                value - static_cast<T const*>(x[m].data)[source(x[m], z.sizes, i, wrong)]);
          }
        }
        out[place] = value;
        last = std::max(last, place);
      },
      INT64_MAX);
  if (wrong == bug::writes_gap && last > 0) out[last + 1] = out[last];
}

kit::answer apply(bug wrong, std::string_view op, std::vector<kit::tensor> const& x,
                  std::vector<kit::tensor> const& z) {
  kit::answer a;
  try {
    if (op == "broadcast") {
      std::vector<shape> shapes;
      for (kit::tensor const& t : x) shapes.push_back(t.sizes);
      if (join(shapes, wrong) != z.at(0).sizes) throw refusal("the output has another shape");
    }
    proptests::with_element(x.at(0).element, [&]<class T>(std::type_identity<T>) {
      if (op != "broadcast") return compute<T>(wrong, op, x, z.at(0));
      for (std::size_t m = 0; m < x.size(); ++m) compute<T>(wrong, "copy", {x[m]}, z[m]);
    });
  } catch (refusal const& r) {
    a.verdict = kind::reject;
    a.why = r.what();
  }
  return a;
}

}  // namespace

std::vector<mutant> const& all() {
  static const std::vector<mutant> mutants{{"none", bug::none},
                                           {"maximum", bug::maximum},
                                           {"zero is a wildcard", bug::zero_is_wildcard},
                                           {"multiples", bug::multiples},
                                           {"no check", bug::no_check},
                                           {"first shape", bug::first_shape},
                                           {"left aligned", bug::left_aligned},
                                           {"only right", bug::only_right},
                                           {"unit stride", bug::unit_stride},
                                           {"flat modulo", bug::flat_modulo},
                                           {"no strides", bug::no_strides},
                                           {"target stretched", bug::target_stretched},
                                           {"no overlap check", bug::no_overlap_check},
                                           {"row lost", bug::row_lost},
                                           {"swapped", bug::swapped},
                                           {"writes gap", bug::writes_gap}};
  return mutants;
}

kit::subject subject_of(mutant const& m) {
  kit::subject s;
  s.name = m.name;
  s.profile = "array_api";
  s.declares.exact = true;
  const bug wrong = m.bug;
  s.infer = [wrong](std::vector<kit::type> const& operands, std::optional<kit::tuple> const&) {
    return infer(wrong, operands);
  };
  s.apply = [wrong](std::string_view op, std::vector<kit::tensor> const& x,
                    std::vector<kit::tensor> const& z) { return apply(wrong, op, x, z); };
  return s;
}

}  // namespace bcast::mutants
