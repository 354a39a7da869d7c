// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/check.hpp"

#include "commands.hpp"
#include "subjects/subjects.hpp"

namespace bcast::program {

int check(proptests::check_arguments const& a) {
  proptests::built_in own;
  own.trusted = true;
  own.program = "bcast check";
  for (kit::subject const& s : subjects::all()) {
    own.subjects.push_back({s.name, s.rule, [s] { return s; }});
  }
  return proptests::check(a, own);
}

}  // namespace bcast::program
