// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/generate.hpp"

#include <utility>

#include "bcast/proptests/generators.hpp"
#include "cases/property.hpp"
#include "cases/simpler.hpp"

namespace bcast::proptests {
namespace gen {

rc::Random random_of(std::uint64_t seed, std::uint64_t number) {
  return rc::Random(rc::Random::Key{seed, number, 0, 0});
}

rc::Shrinkable<test_case> tree(test_case c) {
  return rc::shrinkable::shrinkRecur(std::move(c), &simpler_in_turn);
}

}  // namespace gen

std::function<test_case(std::uint64_t)> numbered_cases(recipe const& r, std::uint64_t seed) {
  return [seed, cases = gen::broadcast_case(r)](std::uint64_t i) {
    return cases(gen::random_of(seed, i)).value();
  };
}

test_case draw(recipe const& r, std::uint64_t seed, std::uint64_t i) {
  return numbered_cases(r, seed)(i);
}

shrunk shrink(test_case const& c, std::function<bool(test_case const&)> const& fails,
              std::function<bool()> const& over) {
  using rapid::CaseResult;
  const auto judge = [&](test_case const& t) {
    const auto type = fails(t) ? CaseResult::Type::Failure : CaseResult::Type::Success;
    return judged{CaseResult(type), over && over()};
  };
  property law(judge);
  law.failed(c, "");
  const auto falsified = law.check({c}, gen::tree);
  return {falsified->smallest, falsified->steps};
}

}  // namespace bcast::proptests
