// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/test.hpp"

#include <fmt/core.h>

#include <atomic>
#include <cstdlib>
#include <exception>
#include <new>
#include <optional>
#include <stdexcept>

#include "command/files.hpp"
#include "command/what_now.hpp"
#include "laws/contract.hpp"
#include "laws/known.hpp"
#include "run/not_asked.hpp"

namespace bcast::proptests {
namespace {

bool is_set(char const* variable) {
  char const* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

outcome ask(law const& l, kit::subject const& s, test_options const& options) {
  settings with = from_environment(options.with);
  if (is_set("BCAST_XFAIL")) with.expect = expected_failures(std::getenv("BCAST_XFAIL"));
  if (!options.isolated || is_set("BCAST_NO_FORK")) {
    with.guarded = true;
    return run(l, s, with);
  }
  law const* const laws[]{&l};
  const isolated_subject subjects[]{{s.name, s.rule, [s] { return s; }}};
  return run_all_isolated(laws, subjects, with, options.limits).front();
}

}  // namespace

tested test(law const& l, kit::subject const& s, test_options const& options,
            std::string_view choose) {
  tested t;
  try {
    expect_known(s);
    outcome o = ask(l, s, options);
    t.skipped = o.skipped;
    t.cases = o.cases();
    if (o.failure) {
      o.failure->replay = replay_by_this_program(o, choose);
      t.failure = report(o);
      static std::atomic<bool> is_said = false;  // once in a program is enough
      if (!is_said.exchange(true)) {
        const door by{[](std::string const& again) { return "BCAST_NO_FORK=1 " + again; },
                      "BCAST_XFAIL=", false};
        t.failure += "\n" + what_now({{&o, t.failure}}, by);
      }
    }
  } catch (std::bad_alloc const&) {
    t.failure = fmt::format("{} of {}: there is not enough memory", l.name, s.name);
  } catch (std::exception const& e) {
    t.failure = e.what();
  }
  return t;
}

test_plan plan(kit::subject const& given) {
  test_plan p;
  try {
    const kit::subject s = adopted(given);
    std::vector<std::string> reasons;
    for (law const& l : all_laws()) {
      std::string why = l.skipped(s);
      if (why.empty()) why = beyond_contract(l, s);
      if (why.empty()) {
        p.laws.push_back(&l);
      } else {
        reasons.push_back(std::move(why));
      }
    }
    p.not_asked = counted(reasons);
    if (p.laws.empty()) p.wrong = "no law can be asked of this subject: " + p.not_asked;
  } catch (std::exception const& e) {
    p.wrong = e.what();
  }
  return p;
}

}  // namespace bcast::proptests
