// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/case.hpp"
#include "bcast/proptests/laws.hpp"
#include "bcast/proptests/sources.hpp"

namespace bcast::proptests {

/// What is known of a case in advance: the line of a file of expected failures that applies to it.
struct expected_failure {
  std::size_t line = 0;
  bool asked = true;   ///< false: the case is not asked
  std::string file{};  ///< of what is known of a system; empty: the user's
};

struct settings {
  std::uint64_t seed = 0;
  run_size size = run_size::push;
  std::optional<std::uint64_t> random;          ///< random cases a law, instead of the size's
  std::vector<std::string_view> sources;        ///< only these; empty: all of the size
  bool shrinks = true;                          ///< a case that fails
  std::chrono::milliseconds shrink_time{2000};  ///< for one failure
  std::size_t causes = 4;                       ///< further ones beside a failure, at most
  std::uint64_t every = 1;                      ///< only each nth case

  /// No case is begun after this. Each law on a subject gets an equal share of the time before it.
  std::optional<std::chrono::steady_clock::time_point> end;

  /// Only this case is asked, of every law that applies to it.
  std::optional<test_case> only;

  /// Operands lie against pages that cannot be touched, as in a child process, so that an access
  /// after their memory ends this one.
  bool guarded = false;

  /// Called with the text of each case before it is asked.
  std::function<void(std::string_view source, std::string const& asked)> observe;

  /// The line that applies to a case, if any: if the case fails, it is counted there.
  std::function<std::optional<expected_failure>(law const&, kit::subject const&, test_case const&)>
      expect;

  /// Whether a call holds if an instance is asked that has answered nothing yet; none if that
  /// cannot be tried. If empty, the subject's own `fresh` is asked.
  std::function<std::optional<bool>(test_case const&)> holds_alone;

  /// The cases before this one, by number, are not asked: another process has been.
  std::uint64_t first = 0;

  /// Called after each case: whether the rest is for another process. The outcome says where that
  /// begins.
  std::function<bool()> full;

  std::function<void(std::uint64_t)> progress;  ///< called with the number of further cases done

  std::function<bool()> stopped;  ///< whether to ask no further case; null: never
};

/// How many cases of a source a law has seen.
struct seen {
  std::string_view source;
  std::uint64_t cases = 0;
};

/// What became of the smallest case when a fresh instance of the subject was asked it, so that no
/// earlier call could have a part in it.
enum class replayed {
  untried,  ///< the subject offers no fresh instance, and was not asked in a process of its own
  fails,    ///< it fails there too
  lost,     ///< it holds there, alone and after the cases before it; the whole law fails again
};

/// A case at which a law does not hold, after shrinking. If it fails only after other calls, it
/// begins with them.
struct counterexample {
  std::string_view source;
  test_case found;
  test_case smallest;
  int steps = 0;
  std::string what;      ///< of the smallest case
  std::string replay{};  ///< the command that replays it; empty: see `report`
  bool cut = false;      ///< a smaller one may exist: the time for shrinking was over
  replayed again = replayed::untried;
  std::string whole{};  ///< the arguments of `check` that ask the law for all cases of this run
};

/// Another case at which the law does not hold, which has other features than those before it.
struct further_cause {
  test_case smallest;
  std::string what;
};

/// How many cases a line of a file of expected failures applied to.
struct expectation_count {
  std::size_t line = 0;
  std::uint64_t cases = 0;    ///< that it applies to
  std::uint64_t failing = 0;  ///< of those
  std::string file{};         ///< as in expected_failure

  /// Whether it counts for the same line.
  bool is_of(std::string_view other, std::size_t number) const {
    return file == other && line == number;
  }
};

/// The result of one law on one subject.
struct outcome {
  law const* stated = nullptr;
  std::string subject;
  std::string rule;
  std::string skipped;  ///< why the law could not be asked; empty if it was
  std::vector<seen> sources;
  std::uint64_t declined = 0;  ///< cases that the subject does not support, besides those seen
  std::vector<expectation_count> expected;  ///< by line
  std::optional<counterexample> failure;
  std::vector<further_cause> more{};  ///< beside the failure, among the core cases
  std::chrono::duration<double> time{};
  std::vector<std::string> remarks{};  ///< what happened that breaks no law
  std::uint64_t next = 0;              ///< the first case that is left, see settings::full; 0: none
  bool interrupted = false;            ///< not all cases were asked, because the run was stopped
  std::string asking{};                ///< the case that was being asked then
  bool out_of_time = false;            ///< not all cases were asked, because of settings::end

  std::uint64_t cases() const;

  /// How many cases failed as a line of a file of expected failures says.
  std::uint64_t known_failures() const;
};

/// The default settings with a seed of this call's own.
settings fresh_settings();

/// The settings as the environment changes them: BCAST_SEED, and BCAST_CASE, the only
/// case to ask. Throws std::invalid_argument.
settings from_environment(settings with = fresh_settings());

/// Asks a law of a subject, over all sources of its family, until a case fails. Then the core cases
/// are asked for further causes; they are not counted. If the subject has fresh instances, and one
/// repeats the failure neither by itself nor in the whole law, it is a remark and no failure.
/// Throws std::invalid_argument for a subject with an unknown rule, operation or element type;
/// std::bad_alloc if the subject throws it, or the law's own tensors do.
outcome run(law const& l, kit::subject const& s, settings const& with = from_environment());

/// Asks every law of every subject, the subjects of a law next to each other, on as many threads as
/// the machine has cores: the subjects are asked at the same time, and `progress` is called by one
/// thread at a time.
std::vector<outcome> run_all(std::span<law const* const> laws,
                             std::span<kit::subject const> subjects, settings const& with);

/// Asks a law of a subject for one case, and shrinks it if it fails and `shrinks` is set.
outcome run_case(law const& l, kit::subject const& s, test_case const& c, bool shrinks);
outcome run_case(law const& l, kit::subject const& s, test_case const& c, bool shrinks,
                 settings const& with);

/// The number of cases that `run` would ask.
std::uint64_t planned_cases(law const& l, kit::subject const& s, settings const& with);

/// A failed law as a reader sees it: the law and its clause, the case and its alignment, what is
/// wrong, the command that replays it, and the line for a file of expected failures. A failure
/// without a command is replayed by this program, whose settings are `from_environment()`. Empty,
/// as what follows is, for an outcome without a failure. `also`: other laws that the subject breaks
/// with the same operands; they get a line each.
std::string report(outcome const& o, std::vector<outcome const*> const& also = {});

/// The failures of a run, each with those of later laws that belong to its report.
std::vector<std::vector<outcome const*>> failures_by_operands(std::vector<outcome> const& all);

/// The parts of a report: the alignment of the smallest case, and the line for a file of expected
/// failures.
std::string drawing(outcome const& o);
std::string expected_failure_line(outcome const& o);

/// The command that replays a failure: by `check`, with the arguments that choose the subject; or
/// by this program, with the arguments that choose the test. If no case replays it, the command
/// asks the whole law again.
std::string replay_by_check(outcome const& o, std::string_view check, std::string_view chosen_by);
std::string replay_by_this_program(outcome const& o, std::string_view choose = "");

/// The table of all outcomes: law, subject, cases, verdict, time.
std::string table(std::vector<outcome> const& all);

/// How many cases came from each source: `23 examples, 63 core`.
std::string cases_by_source(std::vector<outcome> const& all);

/// The laws that asked their subject mostly what it does not support, so that they say less than
/// their verdict does: `values of mine (3 of 100 cases)`; empty if there is none.
std::string hardly_asked(std::vector<outcome> const& all);

}  // namespace bcast::proptests
