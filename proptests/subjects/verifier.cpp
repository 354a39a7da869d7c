#include "bcast/optimized/verifier.hpp"

#include "subjects.hpp"

namespace bcast::subjects {
namespace {

optimized::type to_optimized(kit::type const& t) {
  optimized::type to{{}, t.ranked};
  for (kit::dim d : t.sizes) to.sizes.push_back(d ? spec::dim(*d) : spec::unknown);
  return to;
}

std::vector<optimized::type> to_optimized(std::vector<kit::type> const& types) {
  std::vector<optimized::type> to;
  for (kit::type const& t : types) to.push_back(to_optimized(t));
  return to;
}

kit::answer to_answer(optimized::verdict const& verdict) {
  kit::answer a;
  if (auto const* t = std::get_if<optimized::type>(&verdict)) {
    a.common.ranked = t->ranked;
    for (spec::dim d : t->sizes) {
      a.common.sizes.push_back(d.known() ? kit::dim(d.size()) : std::nullopt);
    }
  } else if (auto const* v = std::get_if<optimized::violation>(&verdict)) {
    a.verdict = kit::answer::kind::reject;
    a.tag = v->tag;
    a.axis = v->axis;
    for (optimized::site const& s : v->operands) a.operands.push_back(s.operand);
    a.why = v->reason;
  } else {
    auto const& g = std::get<optimized::gap>(verdict);
    a.verdict = kit::answer::kind::no_answer;
    a.tag = g.tag;
    a.axis = g.axis;
    a.why = g.reason;
  }
  return a;
}

}  // namespace

kit::subject verifier(std::string_view name) {
  const spec::profile profile = optimized::profile_of(name);
  kit::subject s;
  s.name = "verifier/" + std::string(name);
  s.profile = name;
  s.declares.unknown_sizes = true;
  s.infer = [profile](std::vector<kit::type> const& operands,
                      std::optional<kit::tuple> const& dimensions) {
    return to_answer(optimized::infer(profile, to_optimized(operands), dimensions));
  };
  s.verify = [profile](std::vector<kit::type> const& operands, kit::type const& result) {
    return to_answer(optimized::verify(profile, to_optimized(operands), to_optimized(result)));
  };
  return s;
}

std::vector<kit::subject> all() {
  std::vector<kit::subject> subjects{engine()};
  for (spec::profile const& p : spec::profiles) subjects.push_back(verifier(p.name));
  return subjects;
}

}  // namespace bcast::subjects
