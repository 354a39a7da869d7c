// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "findings.hpp"

#include <stdexcept>

namespace bcast::proptests {

std::string shown(kit::answer const& a) {
  switch (a.verdict) {
    case kit::answer::kind::ok:
      return to_string(a.common);
    case kit::answer::kind::reject:
      return a.tag;
    default:
      return "no answer";
  }
}

std::string asked(std::string_view document, std::string_view text) {
  return shown(oracle_infer(document, parse_case(text)));
}

std::string outcome_of(std::function<std::string()> const& computation) {
  try {
    return computation();
  } catch (reference::violation const& v) {
    return std::string(v.tag);
  } catch (reference::no_answer const&) {
    return "no answer";
  } catch (std::out_of_range const& e) {
    const std::string what = e.what();
    return what.substr(what.find("outside"));
  } catch (std::exception const& e) {
    return e.what();
  }
}

rerun run_finding(std::string_view tag) {
  for (auto const* some : {&sonnx_experiments(), &sonnx_2026_01_experiments(),
                           &array_api_experiments(), &xla_experiments(), &mlir_experiments()}) {
    for (experiment const& e : *some) {
      if (e.tag == tag) return e.run();
    }
  }
  throw std::invalid_argument("no finding is called '" + std::string(tag) + "'");
}

}  // namespace bcast::proptests
