// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cases/property.hpp"

#include <sstream>
#include <stdexcept>
#include <utility>

#include "bcast/proptests/text.hpp"

namespace bcast::proptests {
namespace {

using rapid::CaseDescription;
using rapid::CaseResult;

/// A listener that ignores every notification. Reports are written from the results of a check.
struct silent : rapid::TestListener {
  void onTestCaseFinished(CaseDescription const&) override {}
  void onShrinkTried(CaseDescription const&, bool) override {}
  void onTestFinished(rapid::TestMetadata const&, rapid::TestResult const&) override {}
};

}  // namespace

std::string named(reproductions const& all) {
  rapid::Configuration with;
  with.reproduce = all;
  // RapidCheck names a seed too; a reproduction does not use it.
  const std::string text = rapid::configToMinimalString(with);
  const std::size_t from = text.find("reproduce=");
  return text.substr(from, text.find(' ', from) - from);
}

rapid::TestResult check_quietly(rapid::Property const& p, std::string const& id,
                                rapid::TestParams const& params, reproductions const& reproduced) {
  silent listener;
  return rapid::checkProperty(p, {id, id}, params, listener, reproduced);
}

void property::failed(test_case const& c, std::string const& what) {
  if (!found_) found_ = c;
  smallest_ = c;
  what_ = what;
}

/// RapidCheck runs the smallest case once more before it reports it. A subject that crashed or hung
/// on that case is not asked again.
judged property::ask(test_case const& c) {
  if (smallest_ && c == *smallest_) return {CaseResult(CaseResult::Type::Failure, what_), {}};
  judged found = judge_(c);
  if (found.result.type == CaseResult::Type::Failure) failed(c, found.result.description);
  return found;
}

CaseDescription property::describe(test_case const& c) {
  judged found = ask(c);
  over_ = over_ || found.last;
  CaseDescription d;
  if (found.result.type == CaseResult::Type::Failure) {
    d.example = [text = to_string(c)] { return rapid::Example{{"case", text}}; };
  }
  d.result = std::move(found.result);
  d.tags = std::move(found.tags);
  return d;
}

rc::Shrinkable<CaseDescription> property::on(rc::Shrinkable<test_case> const& drawn) {
  using described = rc::Shrinkable<CaseDescription>;
  return rc::shrinkable::lambda(
      [=, this] { return describe(drawn.value()); },
      [=, this] {
        const auto each = [this](rc::Shrinkable<test_case> const& simpler) { return on(simpler); };
        return rc::seq::takeWhile(rc::seq::map(drawn.shrinks(), each),
                                  [this](described const&) { return !over_; });
      });
}

checked property::check(std::string const& id, std::vector<test_case> const& cases,
                        rc::Shrinkable<test_case> (*tree)(test_case)) {
  checked done;
  if (cases.empty()) return done;
  // RapidCheck goes through the sizes from 0 to maxSize, once each if no case is discarded.
  rapid::TestParams each;
  each.maxSuccess = static_cast<int>(cases.size());
  each.maxSize = each.maxSuccess - 1;
  each.maxDiscardRatio = 0;
  // A case is copied, and its tree grown, only if it fails.
  const rapid::Property by_size = [&](rc::Random const&, int size) {
    test_case const& c = cases.at(static_cast<std::size_t>(size));
    return rc::shrinkable::lambda([this, &c] { return describe(c); },
                                  [this, &c, tree] { return on(tree(c)).shrinks(); });
  };
  const auto result = check_quietly(by_size, id, each);
  rapid::SuccessResult held;
  rapid::FailureResult fell;
  if (result.match(held)) {
    for (auto const& [tags, count] : held.distribution) {
      for (std::string const& tag : tags) done.tags[tag] += static_cast<std::uint64_t>(count);
    }
  } else if (result.match(fell)) {
    done.failure =
        falsified{*found_, *smallest_, what_, static_cast<std::size_t>(fell.reproduce.size),
                  fell.reproduce.shrinkPath};
  } else {
    throw std::logic_error("a case that the law does not apply to was checked");
  }
  return done;
}

checked property::reproduce(std::string const& id, rc::Gen<test_case> const& cases,
                            rapid::Reproduce const& of) {
  const rapid::Property replayed = [&](rc::Random const& words, int size) {
    return on(cases(words, size));
  };
  const auto result = check_quietly(replayed, id, {}, {{id, of}});
  rapid::FailureResult fell;
  checked done;
  if (result.match(fell)) {
    done.failure = falsified{*found_, *smallest_, what_, 0, of.shrinkPath};
  } else {
    std::ostringstream said;
    rapid::printResultMessage(result, said);
    const test_case first = cases(of.random, of.size).value();
    done.failure = falsified{first, first, "RC_PARAMS: " + said.str(), 0, {}};
  }
  return done;
}

}  // namespace bcast::proptests
