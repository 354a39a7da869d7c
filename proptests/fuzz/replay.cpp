// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <vector>

// Where there is no libFuzzer: runs a target on every file of the directories that it is given.

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);

int main(int argc, char** argv) {
  int inputs = 0;
  for (int k = 1; k < argc; ++k) {
    std::set<std::filesystem::path> files;
    for (auto const& entry : std::filesystem::directory_iterator(argv[k])) files.insert(entry);
    for (std::filesystem::path const& file : files) {
      std::ifstream in(file, std::ios::binary);
      const std::vector<char> text{std::istreambuf_iterator<char>(in), {}};
      const std::vector<std::uint8_t> bytes(text.begin(), text.end());
      LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
      ++inputs;
    }
  }
  std::printf("%d inputs\n", inputs);
  return inputs == 0 ? 1 : 0;
}
