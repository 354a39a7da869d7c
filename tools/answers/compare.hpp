// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "answer.hpp"

namespace bcast::answers {

/// The answer of one rule.
struct ruling {
  std::string_view rule;
  result found;
};

/// The rules that give one answer: the same shape, a refusal, or no answer.
struct agreement {
  kit::result::kind verdict;
  kit::shape shape;  ///< where the verdict is ok
  std::vector<ruling> rules;
};

/// The names of the rules that the documents state, then of the others, each in the order of its
/// table.
std::vector<std::string_view> rule_names();

/// Adds a rule's answer to the group that gives it. The groups stay in the order of `compared`.
void add_to_groups(std::vector<agreement>& groups, std::string_view name, result found);

/// What every rule says of the case's operands: first the rules of the documents, then the other
/// rules, each in the order of its table. Equal shapes are one group; the groups are in the
/// order of their first rules, shapes before refusals, refusals before those without an answer.
std::vector<agreement> compared(proptests::test_case const& c);

/// What a rule says of the product of two static shapes. Throws as proptests::oracle::product does.
result product_under(std::string_view rule, std::vector<std::int64_t> const& a,
                     std::vector<std::int64_t> const& b);

/// What every rule says of it, in groups as above.
std::vector<agreement> compared_product(std::vector<std::int64_t> const& a,
                                        std::vector<std::int64_t> const& b);

}  // namespace bcast::answers
