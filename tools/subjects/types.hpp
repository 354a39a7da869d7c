// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "bcast/verifier/type.hpp"

namespace bcast::subjects {

/// The kit's types as the verifier's, and back, within one question: the same name is the same
/// symbol.
class translation {
 public:
  verifier::type to_optimized(kit::shape const& t);
  std::vector<verifier::type> to_optimized(std::vector<kit::shape> const& types);

  kit::shape to_kit(verifier::type const& t) const;

  /// The names of symbols 1, 2, ... so far.
  verifier::symbol_names names() const { return names_; }

 private:
  std::uint32_t number_of(std::string const& name);

  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

}  // namespace bcast::subjects
