// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/kit/main.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <new>
#include <stdexcept>
#include <string>

#include "bcast/proptests/command.hpp"
#include "bcast/proptests/table.hpp"
#include "signals.hpp"

namespace bcast::proptests {
namespace {

int fail(int status, std::string line) {
  for (char& c : line) {
    if (c == '\n') c = ' ';
  }
  std::fputs((line + "\n").c_str(), stderr);  // a failure to say so has no remedy
  return status;
}

}  // namespace

int check_main(int argc, char** argv, built_in const& given) {
  constexpr int bad_input = 2, resources = 4;
  take_signals();
  const std::string name = argc > 0 ? argv[0] : "check";
  CLI::App program{"Broadcasting, held against the documents that define it."};
  built_in subjects = given;
  if (subjects.program.empty()) subjects.program = name;
  const auto run = add_check(program, subjects);
  try {
    program.parse(argc, argv);
    const int status = run();
    if (std::fflush(stdout) != 0) {
      return fail(resources, name + ": standard output cannot be written");
    }
    return status;
  } catch (CLI::Success const& help) {
    return program.exit(help);
  } catch (CLI::ParseError const& e) {
    return fail(bad_input, name + ": " + e.what() + "; --help tells more");
  } catch (std::invalid_argument const& e) {
    return fail(bad_input, name + ": " + e.what());
  } catch (std::bad_alloc const&) {
    return fail(resources, name + ": out of memory");
  } catch (std::exception const& e) {
    return fail(resources, name + ": " + e.what());
  }
}

}  // namespace bcast::proptests

extern "C" int bcast_main(int argc, char** argv, bcast_subject const* subjects, size_t count) {
  using namespace bcast;
  proptests::built_in own;
  try {
    for (std::size_t k = 0; k < count; ++k) {
      auto const* const bytes = reinterpret_cast<char const*>(subjects) + k * subjects->struct_size;
      kit::subject s = proptests::from_table(*reinterpret_cast<bcast_subject const*>(bytes));
      const std::string chosen_by = "--subject '" + s.name + "'";
      own.subjects.push_back({s.name, s.profile, [s] { return s; }, chosen_by});
    }
  } catch (std::exception const& e) {
    return proptests::fail(2, std::string(argc > 0 ? argv[0] : "check") + ": " + e.what());
  }
  return proptests::check_main(argc, argv, own);
}
