// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/engine/caches.hpp"

#include <gtest/gtest.h>

#include "bcast/engine/detail/limits.hpp"

namespace caches_test {
namespace {

using namespace bcast::engine;

constexpr std::int64_t KiB = 1024, MiB = 1024 * KiB;
constexpr caches some{48 * KiB, 2 * MiB, 30 * MiB};

TEST(Caches, AreReadByName) {
  EXPECT_EQ(caches_from("L1=32K,L2=512K,L3=16M", some), (caches{32 * KiB, 512 * KiB, 16 * MiB}));
  EXPECT_EQ(caches_from("L3=16M,L1=32768", some), (caches{32 * KiB, 2 * MiB, 16 * MiB}));
  EXPECT_EQ(caches_from("L2=4K", some), (caches{48 * KiB, 4 * KiB, 30 * MiB}));
  EXPECT_EQ(caches_from("L3=65536M", some), (caches{48 * KiB, 2 * MiB, 65536 * MiB}));
}

TEST(Caches, AreWrittenAsTheyAreRead) {
  EXPECT_EQ(to_string(some), "L1=48K,L2=2M,L3=30M");
  EXPECT_EQ(to_string({5000, 4 * KiB, 1 * MiB}), "L1=5000,L2=4K,L3=1M");
  EXPECT_EQ(caches_from(to_string(some), {}), some);
  for (const std::int64_t bytes : {4 * KiB, 4 * KiB + 1, 1536 * KiB, MiB - 1, MiB, MiB + 1, 3 * MiB,
                                   3 * MiB + KiB, 65536 * MiB - 1}) {
    const caches each{bytes, bytes, bytes};
    EXPECT_EQ(caches_from(to_string(each), some), each) << to_string(each);
  }
}

TEST(Caches, OtherWordsAreRefusedByName) {
  for (char const* wrong :
       {"", "L1", "L1=", "L4=16M", "l1=32K", "L1=32k", "L1=-4K", "L1=4095", "L3=65537M", "L1=32K,",
        "L1=32K,,L2=1M", "L1 =32K", "L1=32K L2=1M", "L3=99999999999999999999", "L2=0x100K",
        "L1=-9223372036854775807M",                        // times 2^20: 1 MiB, by 64 bits
        "L1=18014398509481988K", "L1=17592186044417M"}) {  // 2^64 bytes more than what is allowed
    EXPECT_THROW(caches_from(wrong, some), error) << wrong;
  }
  try {
    caches_from("L1=32K,L2=512G", some);
    FAIL();
  } catch (error const& e) {
    EXPECT_EQ(std::string(e.what()).substr(0, 33), "'L2=512G' is not the size of a ca");
  }
  EXPECT_THROW(caches_from("L1=32K,L1=48K", some), error);
}

TEST(Caches, OfThisMachineAreUsable) {
  const caches here = machine_caches();
  EXPECT_EQ(caches_from(to_string(here), some), here);
  detail::assume(some);
  EXPECT_EQ(machine_caches(), some);
  detail::assume(here);
}

}  // namespace
}  // namespace caches_test
