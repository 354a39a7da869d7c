// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <cstdio>
#include <mutex>

#include "bcast/proptests/text.hpp"
#include "kills.hpp"

namespace bcast::mutants {
namespace {

/// The first law that a mutant breaks, and the case; empty if it breaks none.
std::string first_failure(mutant const& m, proptests::run_size size) {
  proptests::settings with;
  with.seed = fixed_seed;
  with.size = size;
  with.shrinks = false;
  for (proptests::law const* l : laws_for(m.subject)) {
    const proptests::outcome o = proptests::run(*l, unused(m), with);
    if (o.failure) return fmt::format("{}: {}", l->name, to_string(o.failure->found));
  }
  return "";
}

}  // namespace

void print_caught(proptests::run_size size, std::string const& part) {
  std::vector<mutant const*> asked;
  for (mutant const& m : all()) {
    if (m.name.find(part) != std::string::npos) asked.push_back(&m);
  }
  std::mutex printing;
  std::size_t count = 0;
  in_parallel(asked.size(), [&](std::size_t k) {
    const std::string by = first_failure(*asked[k], size);
    const std::lock_guard<std::mutex> alone(printing);
    count += by.empty() ? 0 : 1;
    fmt::print("{:<40}{}\n", asked[k]->name, by.empty() ? "-" : by);
    std::fflush(stdout);
  });
  fmt::print("{} of {} are caught\n", count, asked.size());
}

}  // namespace bcast::mutants
