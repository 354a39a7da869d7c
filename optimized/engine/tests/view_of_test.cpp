// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/engine/view_of.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "bcast/engine/transform.hpp"

namespace {

using namespace bcast::engine;

struct mdspan {
  int* data_handle() const { return data; }
  static std::size_t rank() { return 2; }
  int extent(std::size_t k) const { return extents[k]; }
  int stride(std::size_t k) const { return strides[k]; }
  int* data;
  std::array<int, 2> extents, strides;
};

struct container {
  int const* data() const { return elements.data(); }
  std::vector<std::size_t> shape() const { return {3}; }
  std::array<std::ptrdiff_t, 1> strides() const { return {-1}; }
  static std::size_t data_offset() { return 2; }
  std::vector<int> elements;
};

/// As dlpack.h has it.
struct dl {
  void* data;
  struct {
    int device_type;
    std::int32_t device_id;
  } device;
  std::int32_t ndim;
  struct {
    std::uint8_t code, bits;
    std::uint16_t lanes;
  } dtype;
  std::int64_t* shape;
  std::int64_t* strides;
  std::uint64_t byte_offset;
};

TEST(ViewOf, TensorsOfOtherLibrariesAreUsedInPlace) {
  std::vector<int> z(6, -1), y{7, 10, 20};
  std::array<std::int64_t, 2> sizes{2, 1}, strides{1, 5};
  const mdspan to{z.data(), {2, 3}, {1, 2}};  // columns first
  const container row{{1, 2, 3}};             // read backwards
  const dl column{y.data(), {1, 0}, 2, {0, 32, 1}, sizes.data(), strides.data(), sizeof(int)};
  transform([](int a, int b) { return a + b; }, view_of(to), view_of(row),
            view_of<int const>(column));
  EXPECT_EQ(z, (std::vector<int>{13, 23, 12, 22, 11, 21}));
}

TEST(ViewOf, ADLTensorWithoutStridesIsContiguous) {
  std::array<std::int64_t, 2> sizes{2, 3};
  std::array<bfloat16, 6> x{};
  const dl d{x.data(), {1, 0}, 2, {4, 16, 1}, sizes.data(), nullptr, 0};
  EXPECT_EQ(view_of<bfloat16>(d).where().strides, (shape{3, 1}));
}

TEST(ViewOf, ADLTensorOfAnotherTypeOrDeviceIsRefused) {
  std::array<std::int64_t, 1> sizes{2};
  std::array<float, 2> x{};
  const dl good{x.data(), {1, 0}, 1, {2, 32, 1}, sizes.data(), nullptr, 0};
  EXPECT_EQ(view_of<float>(good).data(), x.data());
  const auto refusal = [](dl const& d) -> std::string {
    try {
      view_of<float>(d);
    } catch (error const& e) {
      return e.what();
    }
    return "none";
  };
  dl d = good;
  d.dtype.bits = 64;
  EXPECT_EQ(refusal(d),
            "the tensor has DLPack's type 2 with 64 bits and 1 lane, and not DLPack's type 2 with "
            "32 bits and 1 lane");
  d = good;
  d.dtype.code = 0;
  EXPECT_NE(refusal(d), "none");
  d = good;
  d.dtype.lanes = 4;
  EXPECT_NE(refusal(d), "none");
  d = good;
  d.device.device_type = 2;
  EXPECT_EQ(refusal(d), "the tensor is on DLPack's device 2, and not on 1, the CPU");
}

}  // namespace
