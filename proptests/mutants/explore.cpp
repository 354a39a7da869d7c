#include <fmt/core.h>
#include <fmt/ranges.h>

#include <chrono>

#include "bcast/proptests/run.hpp"
#include "bcast/proptests/text.hpp"
#include "mutants.hpp"
using namespace bcast;
using namespace bcast::proptests;
int main(int argc, char** argv) {
  settings with;
  with.seed = 1;
  with.sources = {"examples", "scope", "random"};
  std::string what = argc > 1 ? argv[1] : "";
  if (what == "right") {
    if (argc > 2) with.sources = {argv[2]};
    for (auto const& s : mutants::right())
      for (law const& l : all_laws()) {
        outcome o = run(l, s, with);
        if (!o.skipped.empty()) continue;
        fmt::print("{:<14} {:<18} {:>7} {:.2f} {}\n", s.name, l.name, o.cases(), o.time.count(),
                   o.failure ? report(o) : "ok");
        std::fflush(stdout);
      }
    return 0;
  }
  int from = argc>4 ? atoi(argv[4]) : 0; for (auto const& m : mutants::all()) { if (from-- > 0) continue;
    if (!what.empty() && m.name.find(what) == std::string::npos) continue;
    bool caught = false;
    std::string line;
    auto t0 = std::chrono::steady_clock::now();
    for (law const& l : all_laws()) {
      outcome o = run(l, m.subject, with);
      if (!o.failure) continue;
      caught = true;
      line = fmt::format("{:<14} {:>7} {:<8} {}", l.name, o.cases(), o.failure->source,
                         to_string(o.failure->smallest));
      if (argc < 3) break;
      fmt::print("    {} | {}\n", line, argc > 3 ? o.failure->what : "");
    }
    std::chrono::duration<double> t = std::chrono::steady_clock::now() - t0;
    fmt::print("{:<34} {:<9} {:.2f} {}\n", m.name, caught ? "" : "ESCAPED", t.count(), line);
    std::fflush(stdout);
  }
}
