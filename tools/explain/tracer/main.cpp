// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <string>

#include "rewrite.hpp"
#include "rows.hpp"

// bcast_trace <transcription> <file>: writes a transcription that records its steps.

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: bcast_trace <transcription> <file>\n", stderr);
    return 2;
  }
  std::string text;
  try {
    std::ifstream in(argv[1]);
    if (!in) throw std::runtime_error("the file cannot be read");
    text.assign(std::istreambuf_iterator<char>(in), {});
    const std::size_t include = text.find("#include");
    if (include == std::string::npos) throw bcast::tracer::refusal(0, "no #include found");
    std::string all = bcast::tracer::rewritten(text);
    // The lines are those of the transcription.
    all.insert(all.find("#pragma once") + 12, " // generated");
    std::ofstream out(argv[2]);
    out << "#include \"explain/events.hpp\"\n#line 1 \"" << argv[1] << "\"\n" << all;
    if (!out.flush()) throw std::runtime_error("the file cannot be written");
  } catch (bcast::tracer::refusal const& r) {
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(r.at), '\n');
    std::fprintf(stderr, "%s:%ld: error: %s\n", argv[1], static_cast<long>(line), r.what());
    return 1;
  } catch (std::exception const& e) {
    std::fprintf(stderr, "%s: error: %s\n", argv[1], e.what());
    return 1;
  }
  return 0;
}
