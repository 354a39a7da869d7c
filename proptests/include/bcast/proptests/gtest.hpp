// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/test.hpp"

/// The laws as tests of the user's own GoogleTest, against which this header is compiled.
namespace bcast::proptests {

/// One test: a law, asked of a subject.
class law_test : public testing::Test {
 public:
  law_test(law const& stated, kit::subject s, test_options options, std::string suite,
           char const* file = __FILE__, int line = __LINE__)
      : law_(&stated),
        subject_(std::move(s)),
        options_(std::move(options)),
        suite_(std::move(suite)),
        file_(file),
        line_(line) {}

  /// The law's name, with an underscore for a space.
  static std::string name_of(law const& l) {
    std::string name(l.name);
    for (char& c : name) {
      if (c == ' ') c = '_';
    }
    return name;
  }

  void TestBody() override {
    const tested t =
        test(*law_, subject_, options_, "--gtest_filter=" + suite_ + "." + name_of(*law_));
    RecordProperty("cases", std::to_string(t.cases));
    if (!t.failure.empty()) GTEST_FAIL_AT(file_, line_) << t.failure;
    if (!t.skipped.empty()) GTEST_SKIP() << t.skipped;
  }

 private:
  law const* law_;
  kit::subject subject_;
  test_options options_;
  std::string suite_;
  char const* file_;
  int line_;
};

/// What a subject cannot be asked: skipped if that is some laws, failed if it is all of them.
class plan_test : public testing::Test {
 public:
  plan_test(test_plan p, char const* file, int line)
      : plan_(std::move(p)), file_(file), line_(line) {}
  void TestBody() override {
    if (!plan_.wrong.empty()) GTEST_FAIL_AT(file_, line_) << plan_.wrong;
    GTEST_SKIP() << plan_.not_asked;
  }

 private:
  test_plan plan_;
  char const* file_;
  int line_;
};

/// Registers a test for each law that can be asked of the subject, `SUITE.LAW`, with an underscore
/// for a space. The other laws are one test that is skipped, `SUITE.laws_not_asked`, with the
/// reasons. A subject of which no law can be asked fails as `SUITE.subject`. Call it before
/// RUN_ALL_TESTS.
///
/// Each law is asked in a child process, so a subject that crashes or hangs fails its test and the
/// others run. A child has only the thread that made it: set `options.isolated` to false for a
/// subject that needs threads or a device from before.
///
/// A failure names the place of this call.
inline void register_gtest(kit::subject const& s, test_options const& options = {},
                           std::string const& suite = "Broadcasting",
                           char const* file = __builtin_FILE(), int line = __builtin_LINE()) {
  const auto add = [&](std::string const& name, auto make) {
    testing::RegisterTest(suite.c_str(), name.c_str(), nullptr, s.name.c_str(), file, line,
                          [make]() -> testing::Test* { return make(); });
  };
  const test_plan planned = plan(s);
  for (law const* l : planned.laws) {
    add(law_test::name_of(*l), [=] { return new law_test(*l, s, options, suite, file, line); });
  }
  if (!planned.wrong.empty()) {
    add("subject", [=] { return new plan_test(planned, file, line); });
  } else if (!planned.not_asked.empty()) {
    add("laws_not_asked", [=] { return new plan_test(planned, file, line); });
  }
}

}  // namespace bcast::proptests
