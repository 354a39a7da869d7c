// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>
#include <rapidcheck.h>
#include <rapidcheck/state.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "bcast/proptests/text.hpp"
#include "cases/property.hpp"
#include "laws/decode.hpp"
#include "laws/law_list.hpp"
#include "laws/value_checks.hpp"

// The result of a call must not depend on earlier calls. RapidCheck's state testing draws sequences
// of calls. They look for hidden state in the subject; the model itself has no state.
namespace bcast::proptests {
namespace {

std::optional<std::string> wrong_call(kit::subject const& s, test_case const& c) {
  return wrong_elements(s, c, true, {target_place::where::apart});
}

/// The same operation on other shapes: every axis and every operand in reverse order.
test_case turned_round(test_case c) {
  std::reverse(c.operands.begin(), c.operands.end());
  for (operand& o : c.operands) std::reverse(o.type.sizes.begin(), o.type.sizes.end());
  return c;
}

/// The same operation on the same shapes, with other operands stretched.
test_case with_other_masks(test_case c) {
  std::rotate(c.operands.begin(), c.operands.end() - 1, c.operands.end());
  return c;
}

/// The same operation on equal shapes, so that nothing is stretched.
test_case of_equal_shapes(test_case c) {
  for (operand& o : c.operands) o.type = c.operands.front().type;
  return c;
}

/// The number of earlier calls.
struct calls {
  std::size_t made = 0;
};

/// Another call. The first call must still be right after it.
struct another_call : rc::state::Command<calls, kit::subject const> {
  another_call(test_case const& of_first, test_case of_other)
      : first(of_first), other(std::move(of_other)) {}

  void apply(calls& so_far) const override { ++so_far.made; }

  void run(calls const&, kit::subject const& s) const override {
    static_cast<void>(wrong_call(s, other));  // another law checks whether it is right
    if (auto wrong = wrong_call(s, first)) {
      throw rc::detail::CaseResult(rc::detail::CaseResult::Type::Failure, std::move(*wrong));
    }
  }

  void show(std::ostream& to) const override { to << to_string(other); }

  test_case first, other;
};

/// The calls to make in between: first the one on other shapes, then any.
rc::Gen<std::shared_ptr<another_call::CommandType const>> next_call(test_case const& c,
                                                                    calls const& so_far) {
  const auto call = [c](test_case (*made)(test_case)) {
    return std::shared_ptr<another_call::CommandType const>(
        std::make_shared<another_call>(c, made(c)));
  };
  if (so_far.made == 0) return rc::gen::just(call(turned_round));
  return rc::gen::elementOf(
      std::vector{call(turned_round), call(with_other_masks), call(of_equal_shapes)});
}

/// The case's text is the seed for the calls, so the same case always gives the same sequence.
std::optional<std::string> repeat(kit::subject const& s, test_case const& c) {
  if (wrong_call(s, c)) return std::nullopt;  // another law checks this
  constexpr int one_or_two = 1;
  const auto sequences = rc::gen::resize(
      one_or_two,
      rc::state::gen::commands(calls(), [c](calls const& so_far) { return next_call(c, so_far); }));
  using rc::detail::CaseResult;
  const rc::detail::Property holds = rc::gen::map(sequences, [&](auto const& commands) {
    rc::detail::CaseDescription d;
    d.result = CaseResult(CaseResult::Type::Success);
    try {
      rc::state::runAll(commands, calls(), s);
    } catch (CaseResult const& wrong) {
      d.result = wrong;
    }
    std::ostringstream shown;
    showValue(commands, shown);
    d.example = [text = shown.str()] { return rc::detail::Example{{"calls", text}}; };
    return d;
  });
  rc::detail::TestParams once;
  once.seed = std::hash<std::string>()(to_string(c));
  once.maxSuccess = 1;
  rc::detail::FailureResult fell;
  if (!check_quietly(holds, "", once).match(fell)) return std::nullopt;
  return fmt::format("right at first, but wrong after a call of\n{}{}",
                     fell.counterExample.front().second, fell.description);
}

bool legal(kit::subject const& s, test_case const& c) {
  return with_plain_target(s, c) && joined(c).has_value();
}

}  // namespace

std::vector<law> const& sequence_laws() {
  static const std::vector<law> laws{
      {"repeat", "bcast.P27", spec::level::derived,
       "What a call computes does not depend on the calls before it.", family::layouts,
       needs_values, legal, repeat, computation::any},
  };
  return laws;
}

}  // namespace bcast::proptests
