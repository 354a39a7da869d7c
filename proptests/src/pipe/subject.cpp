// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <istream>
#include <memory>
#include <mutex>
#include <ostream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bcast/proptests/failure.hpp"
#include "bcast/proptests/pipe.hpp"
#include "pipe/contract.hpp"
#include "pipe/process.hpp"
#include "support/json_text.hpp"

namespace bcast::proptests {
namespace {

using pipe::json;
using pipe::process;

/// The programs that one command has started; one that is not busy can be asked.
class programs {
 public:
  programs(std::string command, pipe_limits const& limits)
      : command_(std::move(command)), limits_(limits), lives_(limits.restarts) {}

  pipe::capabilities start() {
    auto first = std::make_unique<process>(command_);
    const json answer = exchange(*first, pipe::caps_ask(), 0, limits_.start);
    idle_.push_back(std::move(first));
    return pipe::to_capabilities(answer);
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
    const json answer = exchange(*of_this_ask, question, elements, limits_.answer);
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(of_this_ask));
    constexpr std::size_t most_known = std::size_t{1} << 20;
    if (of_shapes && known_.size() < most_known) known_.emplace(text, answer.dump());
    return answer;
  }

 private:
  std::unique_ptr<process> take() {
    {
      const std::lock_guard lock(mutex_);
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
    auto one = std::make_unique<process>(command_);
    exchange(*one, pipe::caps_ask(), 0, limits_.start);
    return one;
  }

  /// Throws subject_failure if no answer comes; the program has ended then.
  json exchange(process& program, json question, std::size_t elements,
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
      json answer = parse_json_or_discard<json>(text);
      if (answer.is_object() && answer.contains("id") && answer["id"] == id) return answer;
      fail(program, question, 1,
           !answer.is_object() ? fmt::format("program output is not a JSON object: {}", quote(text))
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
      fail(program, question, 10,
           fmt::format(
               "the program has not answered after {} ms{}", patience.count(),
               text.empty() ? "; does it flush each line that it writes?" : ": " + quote(text)));
    }
    fail(program, question, 1, "");
  }

  [[noreturn]] void fail(process& program, json const& question, int lives, std::string what) {
    const std::string how = program.end();
    if (what.empty()) {
      what = how.empty() ? "the program has closed its output" : "the program ended with " + how;
    }
    const std::string words = program.last_words();
    if (!words.empty()) what += "\nits last words  " + quote(words);
    {
      const std::lock_guard lock(mutex_);
      lives_ -= lives;
      last_failure_ = what;
    }
    what += "\nit was asked    " + quote_value(question);
    throw subject_failure(what);
  }

  std::string command_;
  pipe_limits limits_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<process>> idle_;
  std::unordered_map<std::string, std::string> known_;
  std::uint64_t asked_ = 0;
  int lives_;
  std::string last_failure_;
};

}  // namespace

kit::subject pipe_subject(std::string const& command, pipe_limits const& limits) {
  auto all = std::make_shared<programs>(command, limits);
  try {
    return pipe::subject_of(all->start(), [all](json const& question, std::size_t elements) {
      return all->ask(question, elements);
    });
  } catch (std::runtime_error const& e) {
    throw std::invalid_argument(fmt::format("`{}` cannot be asked: {}", command, e.what()));
  }
}

void serve(kit::subject const& s, std::istream& in, std::ostream& out) {
  for (std::string line; std::getline(in, line);) {
    if (line.empty()) continue;
    const json ask = parse_json_or_discard<json>(line);
    out << pipe::respond(s, ask).dump(-1, ' ', false, json::error_handler_t::replace) << std::endl;
  }
}

}  // namespace bcast::proptests
