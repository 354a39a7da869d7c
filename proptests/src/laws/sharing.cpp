// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "laws/law_list.hpp"
#include "laws/value_checks.hpp"

/// Operands that are views of the same memory, and a target whose elements share positions.
namespace bcast::proptests {
namespace {

using kind = kit::result::kind;

// one memory --------------------------------------------------------------------------------------

/// All operands start at the beginning of the same memory, and each is contiguous.
template <class T>
class one_memory {
 public:
  explicit one_memory(test_case const& c) : element_(c.element) {
    std::int64_t places = 1;
    for (operand const& o : c.operands) {
      where_.push_back(place(sizes_of(o.type), {}));
      places = std::max(places, where_.back().places);
    }
    const shape result = joined(c).value_or(shape{});
    places = std::max(places, place(result, {}).places);
    storage_ = std::make_unique<T[]>(static_cast<std::size_t>(places));
    for (std::int64_t p = 0; p < places; ++p) at(p) = value_of<T>(0, static_cast<std::size_t>(p));
    places_ = places;
  }

  T& at(std::int64_t p) { return storage_[static_cast<std::size_t>(p)]; }
  std::int64_t places() const { return places_; }
  kit::tensor view(placement const& w) { return {storage_.get(), element_, w.sizes, w.strides}; }

  std::vector<kit::tensor> operands() {
    std::vector<kit::tensor> all;
    for (placement const& w : where_) all.push_back(view(w));
    return all;
  }

  std::vector<element_map> sources(shape const& result) const {
    std::vector<element_map> all;
    for (placement const& w : where_) all.emplace_back(w.sizes, result);
    return all;
  }

  /// The expected difference at an index of the result.
  T difference(std::vector<element_map>& sources, indices const& i) {
    return difference_of(sources, i, [&](auto m, auto index) { return at(where_[m].at(index)); });
  }

 private:
  std::string_view element_;
  std::vector<placement> where_;
  std::unique_ptr<T[]> storage_;
  std::int64_t places_ = 0;
};

template <class T>
std::optional<std::string> subtract_views(kit::subject const& s, test_case const& c) {
  if constexpr (!subtracts<T>) {
    return std::nullopt;
  } else {
    const shape result = joined(c).value();
    const placement where = place(result, {});
    one_memory<T> before(c), apart(c), shared(c);
    held<T> z(c.element, result, {});
    z.fill([](std::size_t) { return poison<T>(); });
    std::vector<element_map> sources = before.sources(result);
    const auto wrong_at = [&](auto&& got, std::string_view target) {
      std::optional<std::string> wrong;
      each_index(result, [&](indices const& i) {
        const T expected = before.difference(sources, i);
        if (wrong || same(got(i), expected)) return;
        wrong = fmt::format("operands in one memory, the target {}: {} is {}; expected {}", target,
                            element_name("Z", i), shown(got(i)), shown(expected));
      });
      return wrong;
    };
    kit::result got = s.apply("sub", apart.operands(), {z.tensor()});
    if (auto wrong = unexpected(got, true, "sub of operands in one memory")) return wrong;
    if (auto wrong = wrong_at([&](indices const& i) { return z.at(i); }, "separate")) return wrong;
    if (!s.declares.overlap) return std::nullopt;
    got = s.apply("sub", shared.operands(), {shared.view(where)});
    if (got.verdict == kind::ok) {
      return wrong_at([&](indices const& i) { return shared.at(where.at(i)); }, "in it too");
    }
    for (std::int64_t p = 0; p < shared.places(); ++p) {
      if (same(shared.at(p), before.at(p))) continue;
      return fmt::format("operands and target in one memory: refused, but position {} was written",
                         p);
    }
    return std::nullopt;
  }
}

std::optional<std::string> views(kit::subject const& s, test_case const& c) {
  return for_element(c, [&]<class T>(std::type_identity<T>) { return subtract_views<T>(s, c); });
}

// a target that overlaps itself -------------------------------------------------------------------

std::string needs_overlap(kit::subject const& s) {
  if (!s.apply) return "does not compute values";
  if (!s.declares.overlap) return "declares that tensors never overlap";
  if (!s.declares.reject) return "declares that it refuses nothing";
  return s.declares.strided ? "" : "declares that a target has no gaps";
}

bool with_last_axis(kit::subject const& s, test_case const& c) {
  if (!any(s, c) || !c.result || c.result->type.sizes.empty()) return false;
  const shape target = sizes_of(c.result->type);
  return target.back() > 1 && std::ranges::find(target, 0) == target.end();
}

template <class T>
std::optional<std::string> copy_onto_itself(kit::subject const& s, test_case const& c) {
  held<T> z(c.element, sizes_of(c.result->type), {static_cast<unsigned>(layout_flag::repeated)});
  test_case one = c;
  one.operands.resize(1);
  std::vector<held<T>> x = hold_operands<T>(one, true);
  z.fill([](std::size_t) { return poison<T>(); });
  const kit::result got = s.apply("copy", tensors(x), {z.tensor()});
  const std::string what = fmt::format("copying {} into {}, whose last axis has stride 0",
                                       to_string(one.operands[0].type), to_string(c.result->type));
  if (auto wrong = unexpected(got, false, what)) return wrong;
  for (std::int64_t p = 0; p < z.where().places; ++p) {
    if (!same(z.place_at(p), poison<T>())) return what + ": refused, but written";
  }
  return std::nullopt;
}

std::optional<std::string> own_overlap(kit::subject const& s, test_case const& c) {
  return for_element(c, [&]<class T>(std::type_identity<T>) { return copy_onto_itself<T>(s, c); });
}

}  // namespace

std::vector<law> sharing_laws() {
  return {
      {"one memory", "bcast.P9", spec::level::derived,
       "Operands may share memory. The target may share it too, or is refused and not written.",
       family::shapes, needs_values, legal_subtraction, views, computation::subtraction},
      {"own overlap", "bcast.P9", spec::level::derived,
       "A target whose own elements overlap is refused, and nothing is written.", family::targets,
       needs_overlap, with_last_axis, own_overlap, computation::copy, taken::one_by_one},
  };
}

}  // namespace bcast::proptests
