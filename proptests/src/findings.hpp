#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/proptests/findings.hpp"
#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/reference/outcome.hpp"

namespace bcast::proptests {

/// A finding's counterexample, as a program.
struct experiment {
  std::string_view tag;
  rerun (*run)();
};

std::vector<experiment> const& sonnx_experiments();
std::vector<experiment> const& array_api_experiments();
std::vector<experiment> const& xla_experiments();
std::vector<experiment> const& mlir_experiments();

/// A shape, a clause that is broken, or "no answer".
std::string shown(kit::answer const& a);

/// What a document says of a case in text.
std::string asked(std::string_view document, std::string_view text);

/// What a computation gives: its value's text, or the clause that it breaks, or "no answer", or
/// what it threw.
std::string outcome_of(std::function<std::string()> const& computation);

}  // namespace bcast::proptests
