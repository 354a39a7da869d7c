// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/law_property.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <mutex>
#include <span>
#include <string>
#include <utility>

#include "bcast/proptests/case.hpp"
#include "bcast/proptests/failure.hpp"
#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "laws/contract.hpp"
#include "run/interrupted.hpp"
#include "run/sequence.hpp"

namespace bcast::proptests {
namespace {

using type = rapid::CaseResult::Type;

/// The subject, wrapped to record whether it declined to answer, and what it refused. A law may
/// call it from several threads.
kit::subject watched(kit::subject const& s, observed& note) {
  static std::mutex writing;
  const auto watch = [&note](auto const& function) {
    auto same_type = function;
    if (function) {
      same_type = [&note, function](auto const&... arguments) {
        const auto refused = [&](bool failed, std::string why = "") {
          const std::lock_guard lock(writing);
          note.refused = call_of(arguments...);
          if (!note.refused) return;
          note.refused->failed = failed;
          note.refused->why = std::move(why);
        };
        try {
          kit::result a = function(arguments...);
          if (a.verdict == kit::result::kind::refused) {
            refused(false, a.why);
            return a;
          }
          const std::lock_guard lock(writing);
          note.declined = note.declined || a.verdict == kit::result::kind::unsupported;
          note.refused.reset();
          return a;
        } catch (subject_error const&) {
          refused(true);
          throw;
        } catch (subject_failure const&) {  // it did not answer
          const std::lock_guard lock(writing);
          note.refused.reset();
          throw;
        } catch (...) {
          refused(true);
          throw;
        }
      };
    }
    return same_type;
  };
  kit::subject w = s;
  w.broadcast_shapes = watch(s.broadcast_shapes);
  w.verify = watch(s.verify);
  w.expand = watch(s.expand);
  w.apply = watch(s.apply);
  w.adjoint = watch(s.adjoint);
  w.matmul = watch(s.matmul);
  if (s.matmul_shape) {
    w.matmul_shape = [&note, ask = s.matmul_shape](kit::shape const& a, kit::shape const& b) {
      kit::result answer = ask(a, b);
      note.declined = note.declined || answer.verdict == kit::result::kind::unsupported;
      return answer;
    };
  }
  return w;
}

std::string described(std::span<test_case const> calls, std::size_t k, std::string const& wrong,
                      std::string const& why) {
  return fmt::format("call {} of {}, {}:\n{}\n{}", k + 1, calls.size(), to_string(calls[k]), wrong,
                     why);
}

}  // namespace

bool asked(law const& l, kit::subject const& s, test_case const& c) {
  const auto fits = [&](test_case const& call) {
    return within_contract(l, s, call) && l.applies_to(s, call);
  };
  return std::all_of(c.before.begin(), c.before.end(), fits) && fits(c);
}

law_property::law_property(law const& l, kit::subject const& s, settings const& with)
    : law_(l), subject_(watched(s, note_)), with_(with), process_(getpid()) {}

std::optional<expected_failure> law_property::expected(test_case const& c) const {
  return with_.expect ? with_.expect(law_, subject_, c) : std::nullopt;
}

std::optional<std::string> law_property::ask(std::string_view source, test_case const& c) {
  try {
    return ask_anew(source, c);
  } catch (subject_gone const& gone) {
    gone_ = true;
    return gone.what();
  }
}

judged law_property::ask_simpler(std::string_view source, test_case const& c) {
  cut_ = cut_ || (shrink_until_ && std::chrono::steady_clock::now() >= *shrink_until_);
  if (is_stopped(with_) || cut_) {
    return {rapid::CaseResult(type::Discard, "it is not asked"), true};
  }
  if (!asked(c)) return {rapid::CaseResult(type::Discard, "the law does not apply")};
  if (expected(c)) return {rapid::CaseResult(type::Discard, "expected to fail")};
  std::string text = to_string(c);
  if (held_.contains(text)) return {rapid::CaseResult(type::Success)};
  try {
    if (auto wrong = ask_anew(source, c)) {
      return {rapid::CaseResult(type::Failure, std::move(*wrong))};
    }
    held_.insert(std::move(text));
  } catch (subject_gone const&) {
    return {rapid::CaseResult(type::Discard, "the subject is gone")};
  }
  return {rapid::CaseResult(type::Success)};
}

/// What is wrong with a case that the law applies to: with its last call, or with any call if the
/// law is about sequences. Throws subject_gone.
std::optional<std::string> law_property::ask_anew(std::string_view source, test_case const& c) {
  const auto several = c.before.empty() ? std::vector<test_case>{} : calls_of(c);
  const auto calls = several.empty() ? std::span(&c, 1) : std::span(several);
  std::size_t made = 0;
  std::vector<bool> held;
  std::string text;  // grows along, because a sequence may be long
  for (test_case const& call : calls) {
    ++made;
    if (with_.observe) {
      text += (text.empty() ? "" : " ; ") + to_string(call);
      with_.observe(source, text);
    }
    note_ = {};
    if (getpid() != process_) _exit(EXIT_FAILURE);  // the subject forked, and returned twice
    auto wrong = wrong_call(law_, subject_, call);
    if (wrong && note_.refused) wrong = with_advice(std::move(*wrong), *note_.refused, subject_);
    if (note_.declined) wrong.reset();
    if (law_.between == nullptr) {
      if (made == calls.size()) return wrong;
      continue;
    }
    if (wrong) {
      if (auto why = blame(calls, held)) return described(calls, held.size(), *wrong, *why);
    }
    if (note_.declined && calls.size() > 1 && made == 1) return std::nullopt;
    held.push_back(!wrong && !note_.declined);
  }
  return std::nullopt;
}

/// Why the call after those that are judged is wrong because of them; none if it is wrong by
/// itself, which is for other laws.
std::optional<std::string> law_property::blame(std::span<test_case const> calls,
                                               std::vector<bool> const& held) {
  test_case const& call = calls[held.size()];
  for (std::size_t k = 0; k < held.size(); ++k) {
    if (held[k] && calls[k] == call) return fmt::format("right as call {}", k + 1);
  }
  constexpr int most = 20;
  if (alone_ == most) return std::nullopt;
  const std::optional<bool> holds = holds_alone(call);
  if (holds == false) ++alone_;
  if (holds != true) return std::nullopt;
  return "right as the first call of a fresh instance";
}

std::optional<bool> law_property::holds_alone(test_case const& call) const {
  if (with_.holds_alone) return with_.holds_alone(call);
  if (!subject_.fresh) return std::nullopt;
  kit::subject unused;
  try {
    unused = subject_.fresh();
  } catch (std::exception const&) {  // there is no fresh instance
    return std::nullopt;
  }
  return !wrong_call(law_, unused, call);
}

namespace {

using kit::binding;

std::string how_to_refuse(binding d) {
  switch (d) {
    case binding::c_table:
      return "to refuse shapes, return BCAST_REJECT";
    case binding::pipe:
      return "to refuse shapes, answer {\"reject\": \"the reason\"}";
    case binding::python:
      return "to refuse shapes, raise ValueError or bcast.BroadcastError";
    case binding::cpp:
    case binding::system:
      break;
  }
  return "to refuse shapes, return a kit::result whose verdict is kit::result::kind::refused";
}

std::string where_to_say_why(binding d) {
  switch (d) {
    case binding::c_table:
      return "set `why->text`";
    case binding::pipe:
      return "write it as the text of \"reject\"";
    case binding::python:
      return "write it as the text of the exception";
    case binding::cpp:
    case binding::system:
      break;
  }
  return "set `why` of the kit::result";
}

std::string declared_rank(binding d, std::size_t rank) {
  switch (d) {
    case binding::c_table:
      return fmt::format("`max_rank={}` in `caps`", rank);
    case binding::pipe:
      return fmt::format("\"max_rank\": {} among its capabilities", rank);
    case binding::python:
      return fmt::format("`max_rank = {}` in its class", rank);
    case binding::cpp:
    case binding::system:
      break;
  }
  return fmt::format("`max_rank = {}` in its kit::capabilities", rank);
}

/// Whether the shapes are to be refused; none if some are unknown.
std::optional<bool> is_illegal(refused_call const& call, kit::subject const& s) {
  test_case c;
  for (kit::shape const& t : call.operands) c.operands.push_back({t, {}});
  if (call.target) c.operands.push_back({*call.target, {}});
  if (!is_static(c)) return std::nullopt;
  const bool by_document = !call.target && is_document(s.rule);
  const kit::result expected = oracle::broadcast_shapes(by_document ? s.rule : "array_api", c);
  if (expected.verdict != kit::result::kind::ok) return true;
  return call.target && expected.shape != *call.target;
}

std::size_t rank_of(refused_call const& call) {
  std::size_t rank = call.target ? call.target->sizes.size() : 0;
  for (kit::shape const& t : call.operands) rank = std::max(rank, t.sizes.size());
  return rank;
}

std::vector<kit::shape> shapes_of(std::vector<kit::tensor> const& all) {
  std::vector<kit::shape> shapes;
  for (kit::tensor const& t : all) shapes.push_back(type_of(t.sizes));
  return shapes;
}

}  // namespace

std::optional<refused_call> call_of(std::vector<kit::shape> const& operands,
                                    std::optional<kit::broadcast_dimensions> const& dimensions) {
  if (dimensions) return std::nullopt;
  return refused_call{operands, std::nullopt, false, ""};
}

std::optional<refused_call> call_of(std::vector<kit::shape> const&, kit::shape const&) {
  return std::nullopt;
}

std::optional<refused_call> call_of(kit::shape const& operand, kit::shape const& target) {
  return refused_call{{operand}, target, false, ""};
}

std::optional<refused_call> call_of(std::string_view, std::vector<kit::tensor> const& operands,
                                    std::vector<kit::tensor> const& outputs) {
  if (outputs.empty()) return std::nullopt;
  return refused_call{shapes_of(operands), type_of(outputs.front().sizes), false, ""};
}

std::optional<refused_call> call_of(kit::tensor const& gradient, kit::tensor const& out) {
  return refused_call{{type_of(out.sizes)}, type_of(gradient.sizes), false, ""};
}

std::optional<refused_call> call_of(kit::tensor const&, kit::tensor const&, kit::tensor const&) {
  return std::nullopt;
}

std::string with_advice(std::string wrong, refused_call const& call, kit::subject const& s) {
  const std::optional<bool> illegal = is_illegal(call, s);
  if (!illegal) return wrong;
  if (s.connected == kit::binding::system) {  // who asks it can change nothing in it
    const bool says_why = !*illegal && !call.failed && !call.why.empty();
    return says_why ? wrong + "\nits reason: " + call.why : wrong;
  }
  if (*illegal) {
    if (call.failed) wrong += "\n" + how_to_refuse(s.connected);
    return wrong;
  }
  if (!call.failed) {
    wrong += call.why.empty() ? "\nwithout a reason: " + where_to_say_why(s.connected)
                              : "\nits reason: " + call.why;
  }
  constexpr std::size_t usual = 4;  // nearly all take as many axes
  if (rank_of(call) > usual) {
    wrong += fmt::format("\nif it takes no rank above {}, declare {}", rank_of(call) - 1,
                         declared_rank(s.connected, rank_of(call) - 1));
  }
  return wrong;
}

}  // namespace bcast::proptests
