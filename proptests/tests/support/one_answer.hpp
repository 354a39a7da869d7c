// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "bcast/proptests/laws.hpp"
#include "bcast/proptests/run.hpp"
#include "bcast/proptests/text.hpp"
#include "tests/support/rows.hpp"

/// Subjects that give one answer, and what a law says of a subject in one case.
namespace bcast::tests {

using proptests::find_law;
using proptests::outcome;
using proptests::parse_case;
using proptests::run_case;

/// A law's message about a subject in one case; or "skipped: " and the reason, or "holds".
inline std::string said(char const* law_name, kit::subject const& s, char const* text) {
  const outcome o = run_case(*find_law(law_name), s, parse_case(text), false);
  if (!o.skipped.empty()) return "skipped: " + o.skipped;
  return o.failure ? o.failure->what : "holds";
}

inline proptests::settings of_core() {
  proptests::settings with;
  with.size = proptests::run_size::core;
  return with;
}

/// What comes of a law's core cases.
inline outcome in_core(std::string_view law_name, kit::subject const& s) {
  return run(*find_law(law_name), s, of_core());
}

/// Expects what laws say of a subject: rows of `law: case => message`.
inline void expect_said(kit::subject const& s, std::string_view table) {
  expect_rows(table, [&](std::string const& row) {
    const std::size_t colon = row.find(':');
    return said(row.substr(0, colon).c_str(), s, row.substr(colon + 1).c_str());
  });
}

/// A subject that answers every question about shapes with one answer.
inline kit::subject answering(kit::result const& a, char const* rule = "array_api") {
  kit::subject s;
  s.name = "wrong";
  s.rule = rule;
  s.declares.unknown = true;
  s.broadcast_shapes = [a](auto const&, auto const&) { return a; };
  s.verify = [a](auto const&, auto const&) { return a; };
  return s;
}

/// One that answers () to each question about shapes.
inline kit::subject scalar(char const* name, char const* rule = "array_api") {
  kit::subject s = answering({}, rule);
  s.name = name;
  return s;
}

inline kit::result verdict(kit::result::kind v, char const* tag = "") {
  kit::result a;
  a.verdict = v;
  a.tag = tag;
  return a;
}

inline kit::result shaped(kit::shape t) {
  kit::result a;
  a.shape = std::move(t);
  return a;
}

/// The line about a refusal of shapes that broadcast.
inline const std::string no_reason = "\nwithout a reason: set `why` of the kit::result";

}  // namespace bcast::tests
