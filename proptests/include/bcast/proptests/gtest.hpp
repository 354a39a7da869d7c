// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/laws.hpp"
#include "bcast/proptests/run.hpp"

/// The laws as tests of the user's own GoogleTest, against which this header is compiled.
namespace bcast::proptests {

/// One test: a law, asked of a subject.
class law_test : public testing::Test {
 public:
  law_test(law const& stated, kit::subject s, settings with)
      : law_(&stated), subject_(std::move(s)), with_(std::move(with)) {}

  void TestBody() override {
    if (const std::string wrong = read_rc_params(with_, std::getenv("RC_PARAMS")); !wrong.empty()) {
      FAIL() << wrong;
    }
    const outcome o = run(*law_, subject_, with_);
    if (!o.skipped.empty()) GTEST_SKIP() << o.skipped;
    RecordProperty("cases", std::to_string(o.cases()));
    if (!o.failure) return;
    const std::string by_rapidcheck =
        o.failure->reproduce.empty()
            ? ""
            : "\n  or by RapidCheck, RC_PARAMS='" + o.failure->reproduce + "'";
    ADD_FAILURE() << report(o) << by_rapidcheck;
  }

 private:
  law const* law_;
  kit::subject subject_;
  settings with_;
};

/// Registers a test for each law, `SUITE.LAW`, with an underscore for a space. Call it before
/// RUN_ALL_TESTS. A law that cannot be asked of the subject is skipped, with the reason.
inline void register_gtest(kit::subject const& s, settings const& with = {},
                           std::string const& suite = "Broadcasting") {
  for (law const& l : all_laws()) {
    std::string name(l.name);
    for (char& c : name) {
      if (c == ' ') c = '_';
    }
    testing::RegisterTest(suite.c_str(), name.c_str(), nullptr, s.name.c_str(), __FILE__, __LINE__,
                          [&l, s, with]() -> law_test* { return new law_test(l, s, with); });
  }
}

}  // namespace bcast::proptests
