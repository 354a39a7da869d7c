// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/kit/main.h"

#include <exception>
#include <string>

#include "bcast/proptests/command.hpp"
#include "bcast/proptests/table.hpp"
#include "command/check.hpp"
#include "command/options.hpp"
#include "command/signals.hpp"
#include "command/status.hpp"

namespace bcast::proptests {

int check_main(int argc, char** argv, built_in const& given) {
  take_signals();
  char const* const unnamed[] = {"check", nullptr};
  const std::string name = argc > 0 ? argv[0] : unnamed[0];
  built_in subjects = given;
  if (subjects.program.empty()) subjects.program = name;
  return guarded(name, [&] {
    const auto arguments = argc > 0 ? parse_check(argc, argv) : parse_check(1, unnamed);
    return arguments ? check(*arguments, subjects) : static_cast<int>(holds);
  });
}

}  // namespace bcast::proptests

extern "C" int bcast_main(int argc, char** argv, bcast_subject const* subjects, size_t count) {
  using namespace bcast;
  proptests::built_in own;
  try {
    for (std::size_t k = 0; k < count; ++k) {
      auto const* const bytes = reinterpret_cast<char const*>(subjects) + k * subjects->struct_size;
      kit::subject s = proptests::from_table(*reinterpret_cast<bcast_subject const*>(bytes));
      own.subjects.push_back({s.name, s.rule, [s] { return s; }});
    }
  } catch (std::exception const& e) {
    return proptests::fail(argc > 0 ? argv[0] : "check", proptests::bad_input, e.what());
  }
  return proptests::check_main(argc, argv, own);
}
