// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/confirm.hpp"

#include <fmt/core.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <system_error>

#include "bcast/proptests/reports.hpp"
#include "bcast/proptests/text.hpp"
#include "command/signals.hpp"
#include "command/status.hpp"
#include "isolation/confinement.hpp"
#include "isolation/started_command.hpp"
#include "support/shell_word.hpp"

namespace bcast::proptests {
namespace {

using clock = std::chrono::steady_clock;

/// What starts this program, wherever it was found, with the word that the printed command has.
std::string this_program(built_in const& own) {
  std::error_code unknown;
  const auto file = std::filesystem::read_symlink("/proc/self/exe", unknown);
  if (unknown) return "";
  return shell_word(file.string()) + (own.program.ends_with(" check") ? " check" : "");
}

/// A folder in which replays have their own; removed with what those leave that are killed.
class replays_folder {
 public:
  replays_folder() = default;
  replays_folder(replays_folder const&) = delete;
  replays_folder& operator=(replays_folder const&) = delete;
  ~replays_folder() {
    if (!name_.empty()) remove_folder(name_);
  }

  /// A command that has its temporary files there.
  std::string with(std::string const& command) const {
    return name_.empty() ? command : "TMPDIR=" + shell_word(name_) + " " + command;
  }

 private:
  std::string name_ = temporary_folder();
};

/// The status of a command; none if it does not end in time.
std::optional<int> status_of(std::string const& command, double seconds) {
  started_command started(command + " </dev/null", seconds);
  if (!started.runs()) return std::nullopt;
  std::optional<int> status;
  if (started.read_all().empty()) status = started.ended();
  if (!status) started.end(std::chrono::seconds(2));
  if (!status || !WIFEXITED(*status)) return std::nullopt;
  return WEXITSTATUS(*status);
}

/// The command, with one more process started before it in each second round: the system numbers
/// processes in turn, so those of two runs would be apart by the same number.
std::string with_other_processes(std::string const& command, int round) {
  return (round % 2 == 0 ? "" : "(:); ") + command;
}

/// A failure whose command held in a run, after it had failed in the runs before it.
void take_back(counterexample& f, int runs_before) {
  const std::string tried = to_string(f.smallest);
  f.again = replayed::lost;
  f.confirmed = 0;
  f.smallest = f.found;
  f.steps = 0;
  f.reproduce.clear();
  const std::string times = runs_before == 1 ? "once" : fmt::format("{} times", runs_before);
  f.what += fmt::format(
      "\nnot reproduced: --case '{}', asked by another bcast, {}: it may depend on chance, on "
      "addresses, on what memory held before, or on what else runs",
      tried, runs_before == 0 ? "does not fail" : fmt::format("fails {} and then holds", times));
}

/// A failure and the command that replays it.
struct candidate {
  outcome* of;
  std::string command;
};

}  // namespace

void confirm_replays(std::vector<outcome>& outcomes, subjects const& chosen, built_in const& own) {
  constexpr std::chrono::seconds all{10}, further{3};
  constexpr double each = 2;
  constexpr int times = 2, at_most = 10;
  const auto start = clock::now();
  const std::string program = this_program(own);
  if (program.empty()) return;
  std::vector<candidate> left;
  for (outcome& o : outcomes) {
    if (!o.failure || o.failure->again != replayed::fails || o.failure->costly) continue;
    const bool separate =
        std::any_of(chosen.isolated.begin(), chosen.isolated.end(),
                    [&](isolated_subject const& s) { return s.name == o.subject; });
    if (separate) left.push_back({&o, replay_by_check(o, program, chosen.how_chosen(o))});
  }
  if (left.empty()) return;
  const replays_folder folder;
  for (int round = 0; round < at_most && !left.empty(); ++round) {
    const auto until = start + (round < times ? all : further);
    std::erase_if(left, [&](candidate const& c) {
      if (clock::now() >= until || interruption::arrived() != 0) return true;
      const auto status = status_of(with_other_processes(folder.with(c.command), round), each);
      if (!status) return true;  // a subject that hangs or uses up a limit
      if (*status == holds || *status == no_answer) {
        take_back(*c.of->failure, round);
        return true;
      }
      ++c.of->failure->confirmed;
      return false;
    });
  }
}

}  // namespace bcast::proptests
