// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/verifier/verifier.hpp"

#include "subjects.hpp"
#include "types.hpp"

namespace bcast::subjects {
namespace {

kit::result to_answer(verifier::verdict const& verdict, translation const& types) {
  kit::result a;
  if (auto const* t = std::get_if<verifier::type>(&verdict)) {
    a.shape = types.to_kit(*t);
  } else if (auto const* v = std::get_if<verifier::violation>(&verdict)) {
    a.verdict = kit::result::kind::refused;
    a.tag = v->tag;
    a.axis = v->axis;
    for (verifier::site const& s : v->operands) a.operands.push_back(s.operand);
    a.why = reason(*v, types.names());
  } else {
    auto const& g = std::get<verifier::gap>(verdict);
    a.verdict = kit::result::kind::silent;
    a.tag = g.tag;
    a.axis = g.axis;
    a.why = reason(g);
  }
  return a;
}

}  // namespace

kit::subject verifier(std::string_view name) {
  const spec::rule rule = verifier::rule_of(name);
  kit::subject s;
  s.name = "verifier/" + std::string(name);
  s.rule = name;
  s.declares.unknown = true;
  s.broadcast_shapes = [rule](std::vector<kit::shape> const& operands,
                              std::optional<kit::broadcast_dimensions> const& dimensions) {
    translation types;
    const auto asked = types.to_optimized(operands);
    return to_answer(verifier::broadcast_shapes(rule, asked, dimensions), types);
  };
  s.verify = [rule](std::vector<kit::shape> const& operands, kit::shape const& result) {
    translation types;
    const auto asked = types.to_optimized(operands);
    const verifier::type declared = types.to_optimized(result);
    return to_answer(verifier::verify(rule, asked, declared), types);
  };
  return s;
}

}  // namespace bcast::subjects
