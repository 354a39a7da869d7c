// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "findings.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

#include "bcast/reference/outcome.hpp"
#include "bcast/spec/documents.hpp"
#include "bcast/spec/findings.hpp"
#include "experiment.hpp"
#include "experiments.hpp"
#include "subjects/subjects.hpp"

namespace bcast::findings {
namespace {

template <class Computation>
outcome outcome_of(Computation const& computation, example const& e) {
  outcome o;
  try {
    o.text = computation(e);
  } catch (reference::violation const& v) {
    o.text = std::string(v.tag);
  } catch (reference::no_answer const&) {
    o.text = "no answer";
  } catch (std::out_of_range const& error) {
    const std::string what = error.what();
    o.text = what.substr(what.find("outside"));
    o.has_value = false;
  } catch (std::domain_error const& error) {
    o.text = error.what();
    o.has_value = false;
  }
  o.unread = e.unread();
  return o;
}

experiment const& experiment_of(std::string_view tag) {
  for (auto const experiments : experiments_of_documents) {
    for (experiment const& e : experiments()) {
      if (e.tag == tag) return e;
    }
  }
  throw std::invalid_argument("no finding is called '" + std::string(tag) + "'");
}

}  // namespace

std::string shown(kit::result const& a) {
  switch (a.verdict) {
    case kit::result::kind::ok:
      return proptests::to_string(a.shape);
    case kit::result::kind::refused:
      return a.tag;
    default:
      return "no answer";
  }
}

std::string by(std::string_view document, example const& e) {
  return shown(proptests::oracle::broadcast_shapes(document, e.whole()));
}

std::string by_verifier(std::string_view rule, example const& e) {
  const proptests::test_case c = e.whole();
  const kit::subject verifier = subjects::verifier(rule);
  if (!c.result) return shown(verifier.broadcast_shapes(proptests::types_of(c), c.dimensions));
  const kit::result a = verifier.verify(proptests::types_of(c), c.result->type);
  return a.verdict == kit::result::kind::ok ? "accepted" : shown(a);
}

rerun run(std::string_view tag, std::string_view text) {
  experiment const& e = experiment_of(tag);
  return {outcome_of(e.printed, example(text)), outcome_of(e.corrected, example(text))};
}

rerun run(std::string_view tag) {
  for (spec::finding const& f : spec::findings) {
    if (f.tag == tag) return run(tag, f.example);
  }
  throw std::invalid_argument("no finding is called '" + std::string(tag) + "'");
}

}  // namespace bcast::findings
