// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "bcast/proptests/laws.hpp"
#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/run.hpp"
#include "bcast/proptests/sources.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/spec/documents.hpp"
#include "subjects/subjects.hpp"
#include "tests/support/register.hpp"

namespace bcast::tests {
namespace {

/// A name that GoogleTest takes, from any text.
std::string test_name(std::string_view text) {
  std::string name;
  for (char c : text) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
}

/// A law on a subject, over the complete small scope and random cases of one seed.
void expect_held(proptests::law const& l, kit::subject const& s) {
  proptests::settings with;
  with.seed = seed();
  with.random = 500;
  const proptests::outcome o = proptests::run(l, s, with);
  EXPECT_FALSE(o.failure) << proptests::report(o);
  EXPECT_GT(o.cases(), 0U);
  fmt::print("{} cases\n", o.cases());
}

/// bcast's subjects, and for each document that none of them claims, one that is asked `c` alone.
std::vector<kit::subject> all_subjects(proptests::test_case const& c) {
  std::vector<kit::subject> all = subjects::all();
  for (spec::document_rule const& r : spec::document_rules) {
    const auto is_its_own = [&](kit::subject const& s) { return s.rule == r.name; };
    if (std::ranges::any_of(all, is_its_own)) continue;
    kit::subject s;
    s.name = s.rule = std::string(r.name);
    s.broadcast_shapes = [&c, &r](auto const&, auto const&) {
      return proptests::oracle::broadcast_shapes(r.name, c);
    };
    all.push_back(std::move(s));
  }
  return all;
}

/// A printed example, asked of each of bcast's subjects that claims its document, and of the
/// transcription of a rule that has no switches.
void expect_printed(proptests::test_case const& c) {
  int asked = 0;
  for (kit::subject const& s : all_subjects(c)) {
    for (proptests::law const& l : proptests::all_laws()) {
      if (l.cases != proptests::family::examples || !l.skipped(s).empty()) continue;
      const auto o = proptests::run_case(l, s, c, false);
      if (!o.skipped.empty()) continue;
      ++asked;
      EXPECT_FALSE(o.failure) << proptests::report(o);
    }
  }
  EXPECT_GT(asked, 0);
}

}  // namespace

std::uint64_t seed() {
  const char* set = std::getenv("BCAST_SEED");
  if (set == nullptr) return 20261121;
  const std::string_view text = set;
  std::uint64_t n = 0;
  const auto [stop, wrong] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (wrong != std::errc() || stop != text.data() + text.size()) {
    throw std::invalid_argument(fmt::format("BCAST_SEED: '{}' is not a number", text));
  }
  return n;
}

void register_test(std::string_view tag, std::string const& name, std::function<void()> body) {
  struct called : testing::Test {
    explicit called(std::function<void()> f) : body(std::move(f)) {}
    void TestBody() override { body(); }
    std::function<void()> body;
  };
  testing::RegisterTest(proptests::suite_of(tag).c_str(), name.c_str(), nullptr, nullptr, __FILE__,
                        __LINE__, [body]() -> testing::Test* { return new called(body); });
}

void register_laws() {
  for (proptests::law const& l : proptests::all_laws()) {
    for (kit::subject const& s : subjects::all()) {
      if (!l.skipped(s).empty()) continue;
      const std::string name = test_name(std::string(l.name) + "_" + s.name);
      register_test(l.tag, name, [&l, s] { expect_held(l, s); });
    }
  }
}

void register_examples() {
  for (auto const& from :
       proptests::sources_of(proptests::family::examples, proptests::run_size::push, 0, 0)) {
    for (std::uint64_t i = 0; i < from.count; ++i) {
      const proptests::test_case c = from.at(i);
      register_test(c.example, "ComesOutAsPrinted", [c] { expect_printed(c); });
    }
  }
}

}  // namespace bcast::tests
