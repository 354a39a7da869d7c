// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <limits>

#include "contestant.hpp"

// What Why3 extracts from the proofs: reference/proofs/why3/extracted.c.
extern "C" {
std::int32_t rank_of(std::int32_t count, std::int32_t* ranks);
std::int32_t join_sizes(std::int32_t count, std::int64_t* sizes, std::int32_t* starts,
                        std::int32_t* ranks, std::int32_t ny, std::int64_t* z);
void broadcast(std::int32_t n, std::int32_t* sizes, std::int32_t x_rank, std::int32_t* x_sizes,
               std::int32_t* x_strides, unsigned char* x, unsigned char* z, std::int32_t* z_strides,
               std::int32_t* strides);
}

namespace bcast::engine::bench {
namespace {

using numbers = std::vector<std::int32_t>;

/// A layout in bytes: an element is a last dimension of its bytes.
struct bytes {
  bytes(layout const& l, std::size_t width)
      : sizes(l.sizes.begin(), l.sizes.end()), strides(l.strides.begin(), l.strides.end()) {
    for (std::int32_t& stride : strides) stride *= static_cast<std::int32_t>(width);
    sizes.push_back(static_cast<std::int32_t>(width));
    strides.push_back(1);
  }

  std::int32_t rank() const { return static_cast<std::int32_t>(sizes.size()); }

  numbers sizes, strides;
};

std::vector<entrant> run_copy(task const& t) {
  // The proofs require addresses of 32 bits.
  if (result_bytes(t.what) > std::numeric_limits<std::int32_t>::max()) return {};
  const std::size_t width = bytes_of(t.what.type);
  // The extracted functions have no const.
  auto* const x = const_cast<unsigned char*>(t.operand<unsigned char>(0));
  return {in_process(
      "",
      [from = bytes(layout_of(t.what, 0), width), onto = bytes(contiguous(t.what.result), width),
       strides = numbers(t.what.result.size() + 1), x, z = t.result<unsigned char>()]() mutable {
        broadcast(onto.rank(), onto.sizes.data(), from.rank(), from.sizes.data(),
                  from.strides.data(), x, z, onto.strides.data(), strides.data());
      })};
}

std::vector<entrant> run_join(task const& t) {
  std::vector<std::int64_t> sizes;
  numbers starts, ranks;
  for (operand const& x : t.what.operands) {
    starts.push_back(static_cast<std::int32_t>(sizes.size()));
    ranks.push_back(static_cast<std::int32_t>(x.sizes.size()));
    sizes.insert(sizes.end(), x.sizes.begin(), x.sizes.end());
  }
  return {in_process("", [sizes, starts, ranks, z = t.result<std::int64_t>()]() mutable {
    const auto count = static_cast<std::int32_t>(ranks.size());
    join_sizes(count, sizes.data(), starts.data(), ranks.data(), rank_of(count, ranks.data()), z);
  })};
}

class proved : public contestant {
 public:
  std::string name() const override { return "extracted"; }
  std::string version() const override { return BCAST_VERSION; }
  role plays() const override { return role::proved; }

  std::vector<entrant> prepare(task const& t) override {
    if (t.threads > 1) return {};
    if (t.what.what == operation::copy) return run_copy(t);
    if (t.what.what == operation::join) return run_join(t);
    return {};
  }
};

}  // namespace

std::unique_ptr<contestant> make_extracted() { return std::make_unique<proved>(); }

}  // namespace bcast::engine::bench
