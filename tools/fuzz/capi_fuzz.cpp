// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <vector>

#include "bcast/bcast.h"

// The C interface with arguments that no caller should pass: null pointers, negative sizes and
// ranks, strides and sizes whose products overflow, misaligned data. If all tensors are within
// their memory it answers; if one is malformed it says so and writes nothing.

namespace {

/// Small numbers from a fuzzer's bytes; 0 when there are no more.
class bytes {
 public:
  bytes(std::uint8_t const* data, std::size_t size) : next_(data), end_(data + size) {}

  /// A number in [0, most].
  std::int64_t upto(std::int64_t most) { return next_ == end_ ? 0 : *next_++ % (most + 1); }

 private:
  std::uint8_t const* next_;
  std::uint8_t const* end_;
};

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

/// A size or a stride: mostly small, sometimes absurd.
std::int64_t number(bytes& from) {
  constexpr std::array odd{
      std::int64_t{-1}, std::int64_t{1} << 31, std::int64_t{1} << 32, std::int64_t{1} << 62,
      largest,          BCAST_UNKNOWN};
  const std::int64_t chosen = from.upto(31);
  return chosen < 26 ? chosen % 6 : odd[static_cast<std::size_t>(chosen - 26)];
}

std::vector<std::int64_t> numbers(bytes& from, std::int64_t n) {
  std::vector<std::int64_t> all;
  for (std::int64_t k = 0; k < n; ++k) all.push_back(number(from));
  return all;
}

struct dims {
  std::vector<std::int64_t> size, symbol, upper;
  bcast_dims c{};

  explicit dims(bytes& from) {
    const std::int64_t rank = from.upto(6);
    size = numbers(from, rank);
    symbol = numbers(from, rank);
    upper = numbers(from, rank);
    const std::int64_t how = from.upto(15);
    c.rank = how == 0 ? -1 : how == 1 ? -7 : static_cast<std::int32_t>(rank);
    c.size = how == 2 ? nullptr : size.data();
    c.symbol = how < 9 ? nullptr : symbol.data();
    c.upper = how < 12 ? nullptr : upper.data();
  }
};

class memory {
 public:
  static constexpr std::int64_t bytes_of = 4096;
  memory() { all_.fill(1); }
  std::byte* at(std::int64_t place) { return reinterpret_cast<std::byte*>(all_.data()) + place; }
  bool untouched() const {
    return std::all_of(all_.begin(), all_.end(), [](std::uint8_t b) { return b == 1; });
  }

 private:
  alignas(64) std::array<std::uint8_t, bytes_of> all_;
};

/// No device is the host, and no vector is one element.
std::int32_t device(bytes& from) {
  constexpr std::array others{0, 2, 3, 7, 13, 17, -1, std::numeric_limits<std::int32_t>::max()};
  return others[static_cast<std::size_t>(from.upto(std::ssize(others) - 1))];
}
std::uint16_t lanes(bytes& from) {
  constexpr std::array<std::uint16_t, 4> others{0, 2, 4, 65535};
  return others[static_cast<std::size_t>(from.upto(std::ssize(others) - 1))];
}

struct tensor {
  std::vector<std::int64_t> shape, strides;
  bcast_tensor c{};
  bool malformed = false;
  bool callable = true;     ///< detectably malformed, or inside its memory
  std::int64_t begins = 0;  ///< where its data begins in its memory

  tensor(bytes& from, memory& home, std::uint8_t code, std::uint8_t bits) {
    const std::int64_t rank = from.upto(4), how = from.upto(15);
    shape = numbers(from, rank);
    strides = numbers(from, rank);
    const std::int64_t place = memory::bytes_of / 2 + from.upto(8);
    c.byte_offset = static_cast<std::uint64_t>(from.upto(3));
    begins = place - static_cast<std::int64_t>(c.byte_offset);
    c.data = how == 0 ? nullptr : home.at(begins);
    c.device_type = how == 1 ? device(from) : 1;
    c.ndim = how == 2 ? -1 : static_cast<std::int32_t>(rank);
    c.code = code;
    c.bits = bits;
    c.lanes = how == 3 ? lanes(from) : 1;
    c.shape = how == 4 ? nullptr : shape.data();
    c.strides = how > 9 ? nullptr : strides.data();
    judge(how, place);
  }

 private:
  void judge(std::int64_t how, std::int64_t place) {
    const bool negative =
        std::any_of(shape.begin(), shape.end(), [](std::int64_t s) { return s < 0; });
    const bool empty = std::find(shape.begin(), shape.end(), 0) != shape.end();
    malformed = (how >= 1 && how <= 3) || negative || (how == 4 && !shape.empty());
    if (malformed || how == 0 || empty) return;
    __extension__ using wide = __int128;
    wide low = place, high = place, dense = 1;
    bool far = false;
    for (std::size_t k = shape.size(); k-- > 0;) {
      const wide step = c.strides == nullptr ? dense : strides[k];
      constexpr wide too_far = wide{1} << 66;
      const wide reach = step * (shape[k] - 1);
      far = far || reach > too_far || reach < -too_far;
      if (!far) (reach < 0 ? low : high) += reach * (c.bits / 8);
      dense = std::min<wide>(dense * shape[k], wide{1} << 64);
    }
    constexpr wide most = 1 << 16;  // elements: more would take too long
    callable = !far && dense <= most && low >= 0 && high + c.bits / 8 <= memory::bytes_of;
  }
};

/// The oracle answers where the name is a document; the table's verifier answers alike.
void compare(std::string_view name, std::int32_t n, bcast_dims const* operands,
             bcast_rule const* rule) {
  std::size_t count = 0;
  bcast_subject const* const all = bcast_subjects(BCAST_ABI, &count);
  for (bcast_subject const* s = all; s != all + count; ++s) {
    if (s->name != name || s->verify == nullptr) continue;
    bcast_reason oracle{}, verifier{};
    std::array<std::int64_t, 8> a{}, b{};
    bcast_dims_out by_oracle{8, 0, a.data(), nullptr, nullptr},
        by_verifier{8, 0, b.data(), nullptr, nullptr};
    const auto expected = bcast_broadcast_shapes(s->name, n, operands, rule, &by_oracle, &oracle);
    const auto got = s->join(s->self, n, operands, rule, &by_verifier, &verifier);
    if (got != expected || std::string_view(oracle.tag) != verifier.tag ||
        oracle.axis != verifier.axis || by_oracle.rank != by_verifier.rank || a != b) {
      std::abort();
    }
  }
}

void shapes(bytes& from) {
  constexpr std::array names{"array_api", "sonnx", "xla",    "mlir", "mlir@19",
                             "sound",     "onnx",  "nobody", "",     "mlir zero"};
  std::vector<dims> operands;
  for (std::int64_t n = from.upto(4); n > 0; --n) operands.emplace_back(from);
  std::vector<bcast_dims> c;
  for (dims const& d : operands) c.push_back(d.c);
  const char* name = names[static_cast<std::size_t>(from.upto(names.size() - 1))];
  const auto n = static_cast<std::int32_t>(from.upto(15) == 15 ? -1 : std::ssize(c));
  const auto dimensions = numbers(from, 3);
  const std::int64_t how = from.upto(7);
  const bcast_rule rule{how > 1, static_cast<std::int32_t>(from.upto(4) - 1),
                        how == 2 ? nullptr : dimensions.data(), how == 3};
  const bcast_rule* given = how == 0 ? nullptr : &rule;
  std::array<std::int64_t, 8> size{}, symbol{}, upper{};
  bcast_dims_out out{static_cast<std::int32_t>(from.upto(6)), 0, size.data(), symbol.data(),
                     upper.data()};
  bcast_reason why{};
  if (how == 2 && rule.dimensions_count > 0 &&
      bcast_broadcast_shapes(name, n, c.data(), given, &out, &why) != BCAST_OK &&
      why.text[0] == 0) {
    std::abort();  // refused without a message
  }
  bcast_broadcast_shapes(name, n, c.data(), rule.dimensions_count > 3 ? nullptr : given, &out,
                         nullptr);
  const dims result(from);
  bcast_verify(name, n, c.data(), &result.c, &why);
  compare(name, n, c.data(), rule.dimensions_count > 3 ? nullptr : given);
  std::array<char, 64> text{};
  std::size_t length = 0;
  bcast_explain(name, n, c.data(), nullptr, text.data(), static_cast<std::size_t>(from.upto(64)),
                &length, &why);
  if (text.back() != 0) std::abort();
}

void values(bytes& from) {
  // The first ones are types; of the others there is no such element.
  constexpr std::array<std::array<std::uint8_t, 2>, 18> elements{{{0, 8},
                                                                  {0, 32},
                                                                  {1, 16},
                                                                  {2, 32},
                                                                  {2, 64},
                                                                  {0, 64},
                                                                  {2, 16},
                                                                  {4, 16},
                                                                  {5, 64},
                                                                  {6, 8},
                                                                  {6, 1},
                                                                  {0, 0},
                                                                  {0, 7},
                                                                  {2, 8},
                                                                  {2, 128},
                                                                  {9, 8},
                                                                  {255, 255},
                                                                  {5, 128}}};
  const auto [code, bits] = elements[static_cast<std::size_t>(from.upto(std::ssize(elements) - 1))];
  memory in, out;
  std::vector<tensor> operands;
  for (std::int64_t n = from.upto(3); n > 0; --n) operands.emplace_back(from, in, code, bits);
  tensor target(from, out, code, bits);
  bool callable = target.callable, malformed = target.malformed;
  std::vector<bcast_tensor> c;
  for (tensor const& t : operands) {
    callable = callable && t.callable;
    malformed = malformed || t.malformed;
    c.push_back(t.c);
  }
  if (!callable) return;
  constexpr std::array ops{"copy", "sub", "add", "nothing", ""};
  bcast_reason why{};
  const auto n = static_cast<std::int32_t>(c.size());
  const std::int32_t status =
      bcast_apply(ops[static_cast<std::size_t>(from.upto(4))], n, c.data(), &target.c, &why);
  if (malformed && status == BCAST_OK) std::abort();
  if (status != BCAST_OK && !out.untouched()) std::abort();
  if (c.empty()) return;
  bcast_reference_copy(c.data(), &target.c, &why);
  std::vector<memory> homes(c.size());
  std::vector<bcast_tensor> outputs(c.size(), target.c);
  for (std::size_t k = 0; k < homes.size(); ++k) {
    if (target.c.data != nullptr) outputs[k].data = homes[k].at(target.begins);
  }
  const std::int32_t repeated = bcast_broadcast(n, c.data(), outputs.data(), &why);
  const bool written =
      std::any_of(homes.begin(), homes.end(), [](memory const& home) { return !home.untouched(); });
  if (repeated != BCAST_OK && written) std::abort();
  if (malformed && repeated == BCAST_OK) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  bytes from(data, size);
  if (from.upto(1) == 0) {
    shapes(from);
  } else {
    values(from);
  }
  return 0;
}
