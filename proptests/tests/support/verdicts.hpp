// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "bcast/verifier/verifier.hpp"

/// The verifier's answer as text.
namespace verdicts {

/// The type, the tag of a violation, or `no answer` and the tag.
inline std::string text(bcast::verifier::verdict const& v) {
  using namespace bcast::verifier;
  if (auto const* t = std::get_if<type>(&v)) return to_string(*t);
  if (auto const* bad = std::get_if<violation>(&v)) return std::string(bad->tag);
  return "no answer " + std::string(std::get<gap>(v).tag);
}

inline std::string verified(std::string_view profile,
                            std::vector<bcast::verifier::type> const& operands,
                            bcast::verifier::type const& result) {
  using namespace bcast::verifier;
  return text(verify(profile_of(profile), operands, result));
}

}  // namespace verdicts
