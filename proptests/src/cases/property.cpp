// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cases/property.hpp"

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

rapid::TestResult check_quietly(rapid::Property const& p, rapid::TestParams const& params) {
  silent listener;
  return rapid::checkProperty(p, {}, params, listener, {});  // without what RC_PARAMS reproduces
}

void property::failed(test_case const& c, std::string const& what) {
  if (!found_) found_ = c;
  smallest_ = c;
  what_ = what;
}

/// RapidCheck runs the smallest case once more before it reports it. A subject that crashed or hung
/// on that case is not asked again.
judged property::ask(test_case const& c) {
  if (smallest_ && c == *smallest_) return {CaseResult(CaseResult::Type::Failure, what_)};
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

std::optional<falsified> property::check(std::vector<test_case> const& cases,
                                         rc::Shrinkable<test_case> (*tree)(test_case)) {
  if (cases.empty()) return std::nullopt;
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
  const auto result = check_quietly(by_size, each);
  rapid::SuccessResult held;
  rapid::FailureResult fell;
  if (result.match(held)) return std::nullopt;
  if (!result.match(fell)) {
    throw std::logic_error("a case that the law does not apply to was checked");
  }
  return falsified{*found_, *smallest_, what_, static_cast<int>(fell.reproduce.shrinkPath.size())};
}

}  // namespace bcast::proptests
