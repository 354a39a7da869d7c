// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <condition_variable>
#include <istream>
#include <memory>
#include <mutex>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bcast/proptests/failure.hpp"
#include "bcast/proptests/pipe.hpp"
#include "pipe/contract.hpp"
#include "pipe/process.hpp"
#include "pipe/start.hpp"
#include "run/restarts.hpp"
#include "support/json_text.hpp"
#include "support/valid_limits.hpp"

namespace bcast::proptests {
namespace {

using pipe::json;
using pipe::process;

std::string not_an_object(std::string const& text) {
  return "program output is not a JSON object: " + quote(text);
}

/// What is wrong with a line that `parse_json` refused.
std::string not_read(std::string const& text, std::string_view error) {
  if (!text.starts_with('{')) return not_an_object(text);
  return fmt::format("the program's answer is not read, {}: {}", error, quote(text));
}

/// The programs that one command has started; one that is not busy can be asked.
class programs {
 public:
  programs(std::string command, pipe_limits const& limits)
      : command_(std::move(command)),
        connection_(pipe::connection_of(command_)),
        limits_(valid(limits)),
        lives_(connection_ ? 1 : limits.restarts) {}

  /// The answer to the first ask.
  json start() {
    auto first = connection_ ? std::make_unique<process>(*connection_) : started();
    json answer = declared(*first);
    idle_.push_back(std::move(first));
    return answer;
  }

  /// Questions about shapes alone are asked once: the laws repeat them a lot.
  json ask(json const& question, std::size_t elements) {
    const bool of_shapes = !question.contains("out");
    const std::string text = of_shapes ? question.dump() : "";
    if (of_shapes) {
      const std::lock_guard lock(mutex_);
      const auto known = known_.find(text);
      if (known != known_.end()) return parse_json<json>(known->second);
    }
    auto of_this_ask = take();
    std::optional<json> answered = exchange(*of_this_ask, question, elements, limits_.answer);
    if (!answered) {  // what it was asked before may have made it grow
      of_this_ask = fresh();
      answered = exchange(*of_this_ask, question, elements, limits_.answer);
      if (!answered) fail_of_memory(*of_this_ask, question);
      ++restarts;
    }
    json const& answer = *answered;
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(of_this_ask));
    changed_.notify_one();
    constexpr std::size_t most_known = std::size_t{1} << 20;
    if (of_shapes && known_.size() < most_known) known_.emplace(text, answer.dump());
    return answer;
  }

 private:
  std::unique_ptr<process> started() const {
    return std::make_unique<process>(command_, limits_.memory);
  }

  /// The answer of a program that was just started.
  json declared(process& program) {
    const json question = pipe::caps_ask();
    std::optional<json> answer = exchange(program, question, 0, limits_.start);
    if (!answer) fail_of_memory(program, question);
    return std::move(*answer);
  }

  std::unique_ptr<process> fresh() {
    auto one = started();
    declared(*one);
    return one;
  }

  std::unique_ptr<process> take() {
    {
      std::unique_lock lock(mutex_);
      // The one program that is connected is waited for; no other can be started.
      if (connection_) changed_.wait(lock, [&] { return lives_ <= 0 || !idle_.empty(); });
      if (lives_ <= 0 && connection_) throw subject_gone(last_failure_);
      if (lives_ <= 0) {
        throw subject_gone(fmt::format(
            "the program has been restarted too often and is not asked again: {}", last_failure_));
      }
      if (!idle_.empty()) {
        auto one = std::move(idle_.back());
        idle_.pop_back();
        return one;
      }
    }
    return fresh();
  }

  /// None if the program uses too much memory. Throws subject_failure if no answer comes. The
  /// program has ended then.
  std::optional<json> exchange(process& program, json question, std::size_t elements,
                               std::chrono::milliseconds patience) {
    std::string id;
    {
      const std::lock_guard lock(mutex_);
      id = std::to_string(++asked_);
    }
    question["id"] = id;
    const std::string line = question.dump(-1, ' ', false, json::error_handler_t::replace);
    // Room for every element written in full, and for the rest of the answer.
    const std::size_t longest = (std::size_t{1} << 20) + 64 * elements;
    std::string text;
    const process::heard heard = program.exchange(line, text, patience, longest);
    if (heard == process::heard::line) {
      json answer;
      try {
        answer = parse_json<json>(text);
      } catch (std::invalid_argument const& e) {
        fail(program, question, 1, not_read(text, e.what()));
      }
      if (answer.is_object() && answer.contains("id") && answer["id"] == id) return answer;
      fail(program, question, 1,
           !answer.is_object()     ? not_an_object(text)
           : answer.contains("id") ? fmt::format("the program answered ask {} instead of this one",
                                                 quote_value(answer["id"]))
                                   : "the program's answer has no \"id\": " + quote(text));
    }
    if (heard == process::heard::too_long) {
      fail(program, question, 1,
           fmt::format("the program's answer has not ended after {} bytes: {}", longest,
                       quote(text)));
    }
    if (heard == process::heard::late) {
      const std::string how = program.end();
      fail(program, question, 10,
           !how.empty()
               ? fmt::format("the program ended with {}; a process that it started keeps its "
                             "output open",
                             how)
               : fmt::format("the program has not answered after {} ms{}", patience.count(),
                             text.empty() ? "; does it flush each line that it writes?"
                                          : ": " + quote(text)));
    }
    if (heard == process::heard::too_large) {
      program.end();
      return std::nullopt;
    }
    fail(program, question, 1, "");
  }

  [[noreturn]] void fail_of_memory(process& program, json const& question) {
    fail(program, question, 10, "the program " + program.excess());
  }

  [[noreturn]] void fail(process& program, json const& question, int lives, std::string what) {
    const std::string how = program.end();
    if (what.empty()) {
      what = how.empty() ? "the program has closed its output" : "the program ended with " + how;
    }
    what += program.last_words();
    {
      const std::lock_guard lock(mutex_);
      lives_ -= lives;
      last_failure_ = what;
      changed_.notify_all();
    }
    what += "\nit was asked    " + quote_value(question);
    throw subject_failure(what);
  }

  std::string command_;
  std::optional<pipe::connection> connection_;
  pipe_limits limits_;
  std::mutex mutex_;
  std::condition_variable changed_;  ///< a program is idle, or none will be
  std::vector<std::unique_ptr<process>> idle_;
  std::unordered_map<std::string, std::string> known_;
  std::uint64_t asked_ = 0;
  int lives_;
  std::string last_failure_;
};

}  // namespace

pipe::started pipe::start(std::string const& command, pipe_limits const& limits) {
  auto all = std::make_shared<programs>(command, limits);
  started s;
  try {
    const json answer = all->start();
    for (char const* refusal : {"error", "unsupported"}) {
      const auto why = answer.find(refusal);
      if (why == answer.end()) continue;
      s.why = why->is_string() ? printable(why->get<std::string>()) : quote_value(*why);
      s.declined = std::string_view(refusal) == "unsupported";
      return s;
    }
    const auto ask = [all](json const& question, std::size_t elements) {
      return all->ask(question, elements);
    };
    pipe::capabilities said = pipe::to_capabilities(answer);
    try {
      pipe::define_own(said, ask);
    } catch (std::invalid_argument const& e) {
      throw malformed(e.what());
    }
    s.subject = pipe::subject_of(said, ask);
    if (connection_of(command)) return s;  // there is no second program to connect to
    s.subject->fresh = [command, limits] {
      try {
        return pipe_subject(command, limits);
      } catch (std::system_error const& e) {
        throw std::invalid_argument(e.what());  // there is none, and the run goes on
      }
    };
  } catch (std::system_error const&) {
    throw;  // it is not the program's fault
  } catch (std::runtime_error const& e) {
    s.why = e.what();
    s.broken = true;
  }
  return s;
}

kit::subject pipe_subject(std::string const& command, pipe_limits const& limits) {
  pipe::started s = pipe::start(command, limits);
  if (s.subject) return std::move(*s.subject);
  throw std::invalid_argument(fmt::format("`{}` cannot be asked: {}", command, s.why));
}

void serve(kit::subject const& s, std::istream& in, std::ostream& out) {
  for (std::string line; std::getline(in, line);) {
    if (line.empty()) continue;
    const json ask = parse_json_or_discard<json>(line);
    out << pipe::respond(s, ask).dump(-1, ' ', false, json::error_handler_t::replace) << std::endl;
  }
}

}  // namespace bcast::proptests
