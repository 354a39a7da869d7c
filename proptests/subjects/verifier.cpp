#include "bcast/optimized/verifier.hpp"

#include <algorithm>

#include "subjects.hpp"

namespace bcast::subjects {
namespace {

/// One question in the verifier's types; it knows the names of the symbols.
class question {
 public:
  optimized::type to_optimized(kit::type const& t) {
    optimized::type to{{}, t.ranked};
    for (kit::dim const& d : t.sizes) {
      to.sizes.push_back(
          d ? spec::dim(*d)
            : spec::dim::bounded(d.upper.value_or(spec::dim::unbounded), number_of(d.symbol)));
    }
    return to;
  }

  std::vector<optimized::type> to_optimized(std::vector<kit::type> const& types) {
    std::vector<optimized::type> to;
    for (kit::type const& t : types) to.push_back(to_optimized(t));
    return to;
  }

  kit::answer to_answer(optimized::verdict const& verdict) const {
    kit::answer a;
    if (auto const* t = std::get_if<optimized::type>(&verdict)) {
      a.common.ranked = t->ranked;
      for (spec::dim d : t->sizes) a.common.sizes.push_back(to_kit(d));
    } else if (auto const* v = std::get_if<optimized::violation>(&verdict)) {
      a.verdict = kit::answer::kind::reject;
      a.tag = v->tag;
      a.axis = v->axis;
      for (optimized::site const& s : v->operands) a.operands.push_back(s.operand);
      a.why = reason(*v, names_);
    } else {
      auto const& g = std::get<optimized::gap>(verdict);
      a.verdict = kit::answer::kind::no_answer;
      a.tag = g.tag;
      a.axis = g.axis;
      a.why = reason(g);
    }
    return a;
  }

 private:
  std::uint32_t number_of(std::string const& name) {
    if (name.empty()) return 0;
    const auto known = std::find(names_.begin(), names_.end(), name);
    const auto number = static_cast<std::uint32_t>(known - names_.begin()) + 1;
    if (known == names_.end()) names_.push_back(name);
    return number;
  }

  kit::dim to_kit(spec::dim d) const {
    if (d.known()) return d.size();
    kit::dim to;
    if (d.symbol() != 0) to.symbol = names_[d.symbol() - 1];
    if (d.upper() != spec::dim::unbounded) to.upper = d.upper();
    return to;
  }

  std::vector<std::string> names_;
};

}  // namespace

kit::subject verifier(std::string_view name) {
  const spec::profile profile = optimized::profile_of(name);
  kit::subject s;
  s.name = "verifier/" + std::string(name);
  s.profile = name;
  s.declares.unknown_sizes = true;
  s.infer = [profile](std::vector<kit::type> const& operands,
                      std::optional<kit::tuple> const& dimensions) {
    question q;
    return q.to_answer(optimized::infer(profile, q.to_optimized(operands), dimensions));
  };
  s.verify = [profile](std::vector<kit::type> const& operands, kit::type const& result) {
    question q;
    const auto types = q.to_optimized(operands);
    return q.to_answer(optimized::verify(profile, types, q.to_optimized(result)));
  };
  return s;
}

std::vector<kit::subject> all() {
  std::vector<kit::subject> subjects{engine()};
  for (spec::profile const& p : spec::profiles) subjects.push_back(verifier(p.name));
  return subjects;
}

}  // namespace bcast::subjects
