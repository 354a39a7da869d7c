// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipe/array_module.hpp"

#include <fmt/core.h>

#include <array>
#include <future>
#include <stdexcept>
#include <variant>

#include "bcast/proptests/isolate.hpp"
#include "pipe/adapters.hpp"
#include "pipe/start.hpp"
#include "support/json_text.hpp"
#include "support/shell_word.hpp"

namespace bcast::proptests::pipe {
namespace {

struct way {
  char const* option;
  char const* named;  ///< after the name of the module
};

constexpr std::array ways{way{"functions", ""}, way{"in-place", " in place"}, way{"out", " out="}};

/// The sources of the adapter are in variables of its environment: a command would show them to ps.
std::string command_of(std::string const& module, way const& w) {
  constexpr char const* load =
      "import os, sys, types; pipe = types.ModuleType('bcast_pipe'); "
      "sys.modules['bcast_pipe'] = pipe; exec(os.environ['BCAST_PIPE_PY'], pipe.__dict__); "
      "exec(compile(os.environ['BCAST_ARRAY_API_PY'], 'array_api.py', 'exec'))";
  return fmt::format(
      "BCAST_PIPE_PY={} BCAST_ARRAY_API_PY={} exec \"${{BCAST_PYTHON:-python3}}\" -c {} --way {} "
      "-- "
      "{}",
      shell_word(bcast_pipe_py()), shell_word(array_api_py()), shell_word(load), w.option,
      shell_word(module));
}

}  // namespace

array_module array_module_subjects(std::string const& module, pipe_limits const& limits) {
  // An import takes seconds, so the ways are started at the same time.
  std::vector<std::future<started>> starting;
  for (way const& w : ways) {
    starting.push_back(std::async(std::launch::async, [command = command_of(module, w), limits] {
      return start(command, limits);
    }));
  }
  array_module all;
  for (std::size_t k = 0; k < ways.size(); ++k) {
    started s = starting[k].get();
    if (s.subject) {
      s.subject->connected = kit::binding::system;
      all.subjects.push_back(std::move(*s.subject));
    } else if (s.declined) {
      all.absent.emplace_back(printable(module) + ways[k].named, s.why);
    } else if (s.broken) {
      throw loading_error("--array-api " + module, s.why);
    } else {
      throw std::invalid_argument(fmt::format("--array-api {}: {}", module, s.why));
    }
  }
  return all;
}

}  // namespace bcast::proptests::pipe
