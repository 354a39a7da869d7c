// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <benchmark/benchmark.h>
#include <sys/utsname.h>

#include <fstream>
#include <string>

#include "bcast/engine/caches.hpp"
#include "report.hpp"

namespace bcast::engine::bench {
namespace {

// The value of the first line of `file` that begins with `key`.
std::string value_in(char const* file, std::string const& key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.compare(0, key.size(), key) != 0) continue;
    const std::size_t colon = line.find_first_not_of(" \t:", key.size());
    return colon == std::string::npos ? "" : line.substr(colon);
  }
  return "";
}

std::string instruction_sets() {
  const std::string flags = ' ' + value_in("/proc/cpuinfo", "flags") + ' ';
  std::string found;
  for (char const* set : {"sse2", "sse4_2", "avx", "avx2", "fma", "avx512f", "avx512bw", "avx512vl",
                          "avx512_vbmi", "avx512_bf16", "avx512_fp16"}) {
    if (flags.find(' ' + std::string(set) + ' ') != std::string::npos) {
      found += (found.empty() ? "" : " ") + std::string(set);
    }
  }
  return found;
}

}  // namespace

nlohmann::json describe_machine() {
  benchmark::CPUInfo const& cpu = benchmark::CPUInfo::Get();
  nlohmann::json caches = nlohmann::json::array();
  for (benchmark::CPUInfo::CacheInfo const& cache : cpu.caches) {
    caches.push_back({{"level", cache.level},
                      {"type", cache.type},
                      {"bytes", cache.size},
                      {"shared_by", cache.num_sharing}});
  }
  utsname system{};
  uname(&system);
  std::ifstream huge("/sys/kernel/mm/transparent_hugepage/enabled");
  std::string huge_pages;
  std::getline(huge, huge_pages);
  return {{"cpu", value_in("/proc/cpuinfo", "model name")},
          {"family", value_in("/proc/cpuinfo", "cpu family")},
          {"model", value_in("/proc/cpuinfo", "model\t")},
          {"cores", cpu.num_cpus},
          {"caches", caches},
          {"planned_for", to_string(machine_caches())},
          {"instruction_sets", instruction_sets()},
          {"memory", value_in("/proc/meminfo", "MemTotal")},
          {"huge_pages", huge_pages},
          {"system", std::string(system.sysname) + ' ' + system.release + ' ' + system.machine},
          {"compiler", BCAST_BENCH_COMPILER},
          {"flags", BCAST_BENCH_FLAGS}};
}

nlohmann::json describe_contestants(std::vector<invitation> const& guests) {
  nlohmann::json list = nlohmann::json::array();
  for (invitation const& guest : guests) {
    nlohmann::json one{{"name", guest.name}, {"role", to_string(guest.plays)}};
    if (guest.who != nullptr) {
      one["version"] = guest.who->version();
    } else {
      one["not_measured"] = guest.absent;
    }
    list.push_back(one);
  }
  return list;
}

}  // namespace bcast::engine::bench
