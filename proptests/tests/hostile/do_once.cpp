// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "hostile.hpp"

namespace bcast::hostile {

pid_t asking_process() {
  pid_t above = getppid();
  while (above > 1) {
    std::ifstream status("/proc/" + std::to_string(above) + "/status");
    std::string word, name;
    status >> word >> name;
    if (name == "bcast") break;
    while (status >> word && word != "PPid:") {
    }
    if (!(status >> above)) above = 0;
  }
  return above;
}

void do_once(named_act const& what) {
  static bool done = false;
  if (done || what.does == nullptr) return;
  done = true;
  char const* const target = std::getenv("HOSTILE_TARGET");
  what.does(target == nullptr ? "" : target);
}

}  // namespace bcast::hostile
