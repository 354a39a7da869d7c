// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One of the hostile subjects as a program at the end of a pipe: program NAME. It is right once it
// has done what its name says, at the first ask for shapes.
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>

#include "bcast/proptests/pipe.hpp"
#include "hostile.hpp"
#include "oracle/plain.hpp"

int main(int argc, char** argv) {
  for (bcast::hostile::named_act const& what : bcast::hostile::acts) {
    if (argc != 2 || std::string_view(argv[1]) != what.name) continue;
    bcast::kit::subject plain = bcast::proptests::plain();
    plain.name = what.name;
    for (std::string line; std::getline(std::cin, line);) {
      if (line.find("\"join\"") != std::string::npos) bcast::hostile::do_once(what);
      std::istringstream in(line);
      bcast::proptests::serve(plain, in, std::cout);
    }
    return 0;
  }
  return 2;
}
