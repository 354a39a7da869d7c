// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "example.hpp"

namespace bcast::findings {

/// A finding's two computations. An exception is an outcome too.
struct experiment {
  std::string_view tag;
  std::string (*printed)(example const&);
  std::string (*corrected)(example const&);
};

/// A shape, a broken clause, or "no answer".
std::string shown(kit::result const& a);

/// A document's answer for the whole example.
std::string by(std::string_view document, example const& e);

/// The answer of a verifier rule.
std::string by_verifier(std::string_view rule, example const& e);

/// The answer of a document, by name.
template <char const* document>
std::string by(example const& e) {
  return by(document, e);
}

/// Sizes as a shape.
template <class Sizes>
std::string text(Sizes const& sizes) {
  kit::shape t;
  for (auto const& size : sizes) t.sizes.emplace_back(size);
  return proptests::to_string(t);
}

}  // namespace bcast::findings
