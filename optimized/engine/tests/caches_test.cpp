// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/engine/caches.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "bcast/engine/detail/limits.hpp"
#include "bcast/engine/detail/parallel.hpp"
#include "bcast/engine/transform.hpp"

namespace caches_test {

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

TEST(Caches, HaveALimitForStoringAroundThem) {
  const caches here = machine_caches(), c = caches_from("stream=20M", some);
  EXPECT_EQ(to_string(c), "L1=48K,L2=2M,L3=30M,stream=20M");
  detail::assume(c);
  for (const bool now : {false, true}) {
    EXPECT_TRUE(detail::streaming_pays(8 * MiB, 20 * MiB, now));
    EXPECT_FALSE(detail::streaming_pays(8 * MiB, 20 * MiB - 1, now));
    EXPECT_TRUE(detail::streaming_pays(20 * MiB, 4096, now));  // the operands are small beside it
    EXPECT_FALSE(detail::streaming_pays(20 * MiB - 1, 4096, now));
  }
  detail::assume(here);
}

TEST(Caches, UntilItIsMeasuredALimitIsAssumed) {
  const detail::limits l(some);
  for (const bool several : {false, true}) {
    const std::int64_t from = 30 * MiB / 16 * (several ? 7 : 5);
    EXPECT_TRUE(l.assume_streaming(8 * MiB, from, several));
    EXPECT_FALSE(l.assume_streaming(8 * MiB, from - 1, several));
    EXPECT_FALSE(l.assume_streaming(7 * MiB, 64 * MiB, several));  // a reader finds it in the cache
    EXPECT_TRUE(l.assume_streaming(45 * MiB, 0, several));
    EXPECT_FALSE(l.assume_streaming(45 * MiB - 1, 0, several));
  }
}

// What is measured stays, whatever it is. Sizes of another octave are measured by themselves.
TEST(Caches, WhetherStreamingPaysIsMeasuredOnce) {
  const caches here = machine_caches();
  detail::assume(here);
  if (!detail::may_measure()) GTEST_SKIP() << "BCAST_CACHE is set";
  for (const std::int64_t operands : {std::int64_t{0}, 4 * MiB}) {
    const bool found = detail::streaming_pays(4 * MiB, operands, true);
    for (int call = 0; call < 40; ++call) {
      EXPECT_EQ(detail::streaming_pays(4 * MiB, operands, call % 2 == 0), found);
    }
  }
  const detail::limits l(here);
  const bool assumed = l.assume_streaming(8 * MiB, 8 * MiB, threads() > 1);
  for (int call = 0; call < 16; ++call) {
    EXPECT_EQ(detail::streaming_pays(8 * MiB, 8 * MiB, false), assumed);
  }
  EXPECT_TRUE(detail::streaming_pays(l.streamed_alone, 0, true));
  detail::assume(here);
}

// While the engine measures, and with each answer, results are the same.
TEST(Caches, ResultsDoNotDependOnTheLimit) {
  const caches here = machine_caches();
  const std::int64_t rows = 2048;
  std::vector<std::int32_t> x(static_cast<std::size_t>(rows * 1024)), y(1024, 5), z(x.size());
  std::iota(x.begin(), x.end(), 0);
  const auto is_right = [&] {
    std::fill(z.begin(), z.end(), -1);
    transform([](int a, int b) { return a - b; }, view<std::int32_t>(z.data(), {rows, 1024}),
              view<std::int32_t const>(x.data(), {rows, 1024}),
              view<std::int32_t const>(y.data(), {1024}));
    for (std::size_t k = 0; k < z.size(); ++k) {
      if (z[k] != static_cast<std::int32_t>(k) - 5) return false;
    }
    return true;
  };
  for (char const* limit : {"stream=4K", "stream=65536M"}) {
    detail::assume(caches_from(limit, here));
    EXPECT_TRUE(is_right()) << limit;
  }
  detail::assume(here);
  for (int call = 0; call < 20; ++call) ASSERT_TRUE(is_right()) << call;
}

TEST(Caches, OfThisMachineAreUsable) {
  const caches here = machine_caches();
  EXPECT_EQ(caches_from(to_string(here), some), here);
  detail::assume(some);
  EXPECT_EQ(machine_caches(), some);
  detail::assume(here);
}

}  // namespace caches_test
