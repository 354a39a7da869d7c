// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vectors/cases.hpp"

#include "bcast/proptests/sources.hpp"
#include "bcast/proptests/text.hpp"

namespace bcast::proptests {
std::vector<vector_case> vector_cases() {
  std::vector<vector_case> all;
  for (source const& s : sources_of(family::examples, run_size::push, 0, 0)) {
    for (std::uint64_t i = 0; i < s.count; ++i) {
      test_case c = s.at(i);
      const std::string tag = c.example;
      c.example.clear();
      all.push_back({"example/" + tag, to_string(c), "an example in print"});
    }
  }
  for (core_case const& c : core_cases()) all.push_back({c.id, c.text, c.because});
  return all;
}

}  // namespace bcast::proptests
