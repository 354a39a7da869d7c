// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bcast/bcast.h"
#include "bcast/spec/rules.hpp"

#if __has_include(<dlpack/dlpack.h>)
#include <dlpack/dlpack.h>
#endif

namespace {

using sizes = std::vector<std::int64_t>;

/// A call's operands, of known or unknown sizes.
class shapes {
 public:
  shapes(std::initializer_list<sizes> all) : sizes_(all) {
    for (sizes const& s : sizes_) {
      dims.push_back({static_cast<std::int32_t>(s.size()), s.data(), nullptr, nullptr});
    }
  }
  std::vector<bcast_dims> dims;
  std::int32_t n() const { return static_cast<std::int32_t>(dims.size()); }

 private:
  std::vector<sizes> sizes_;
};

struct joined {
  std::int32_t status;
  sizes shape;
  bcast_reason why;
};

joined join(char const* name, shapes const& s, bcast_rule const* rule = nullptr) {
  joined j{};
  j.shape.resize(8, 77);
  bcast_dims_out out{8, 0, j.shape.data(), nullptr, nullptr};
  j.status = bcast_broadcast_shapes(name, s.n(), s.dims.data(), rule, &out, &j.why);
  j.shape.resize(j.status == BCAST_OK ? static_cast<std::size_t>(out.rank) : 0);
  return j;
}

template <class T>
bcast_tensor tensor(std::vector<T>& data, sizes& shape, std::uint8_t code) {
  return {data.data(),  1,       0, static_cast<std::int32_t>(shape.size()), code, 8 * sizeof(T), 1,
          shape.data(), nullptr, 0};
}

TEST(C, VersionIsThatOfTheProject) { EXPECT_STREQ(bcast_version(), BCAST_VERSION); }

TEST(C, JoinsUnderEveryRule) {
  EXPECT_EQ(join(nullptr, {{8, 1, 6, 1}, {7, 1, 5}}).shape, (sizes{8, 7, 6, 5}));
  EXPECT_EQ(join("mlir", {{BCAST_UNKNOWN, 1}, {4}}).shape, (sizes{BCAST_UNKNOWN, 4}));
  EXPECT_EQ(join("mlir", {{BCAST_UNKNOWN}, {4}}).shape, (sizes{4}));
  const sizes last{1};
  const bcast_rule rule{1, 1, last.data(), 0};
  EXPECT_EQ(join("xla", {{2, 3}, {3}}, &rule).shape, (sizes{2, 3}));
}

TEST(C, ARuleInOneDirectionIsNotAnswered) {
  const bcast_rule rule{0, 0, nullptr, 1};
  for (char const* name : {"array_api", "mlir", "onnx_uni"}) {
    const joined j = join(name, {{2, 3}, {3}}, &rule);
    EXPECT_EQ(j.status, BCAST_UNSUPPORTED) << name;
    EXPECT_STREQ(j.why.text, "one_directional is not supported");
  }
  std::array<std::int64_t, 1> sizes_of{3};
  const bcast_dims one{1, sizes_of.data(), nullptr, nullptr};
  std::size_t length = 0;
  EXPECT_EQ(bcast_explain("array_api", 1, &one, &rule, nullptr, 0, &length, nullptr),
            BCAST_UNSUPPORTED);
  std::size_t count = 0;
  bcast_subject const& verifier = bcast_subjects(BCAST_ABI, &count)[1];
  bcast_dims_out none{0, 0, nullptr, nullptr, nullptr};
  EXPECT_EQ(verifier.broadcast_shapes(verifier.self, 1, &one, &rule, &none, nullptr),
            BCAST_UNSUPPORTED);
}

TEST(C, TheOracleJoinsUnderTheNameOfADocument) {
  for (char const* document : {"array_api", "sonnx", "sonnx@2026-01", "mlir"}) {
    EXPECT_EQ(join(document, {{2, 1}, {3}}).shape, (sizes{2, 3}));
  }
  const joined j = join("sonnx@2026-01", {{0}, {1}});
  EXPECT_EQ(j.status, BCAST_REJECT);
  EXPECT_STREQ(j.why.tag, "sonnx@2026-01.E1");
}

TEST(C, ARejectionNamesClauseAxisAndOperands) {
  const joined j = join("array_api", {{2, 3}, {2, 1}, {4}});
  EXPECT_EQ(j.status, BCAST_REJECT);
  EXPECT_STREQ(j.why.tag, "array_api.A14");
  EXPECT_EQ(j.why.axis, 1);
  EXPECT_EQ(j.why.operands[0], 0);
  EXPECT_EQ(j.why.operands[1], 2);
  EXPECT_STREQ(j.why.text, "operand 0 has 3, operand 2 has 4");
}

TEST(C, AShapeThatDoesNotFitIsAnsweredByItsRank) {
  const shapes s{{2, 3}, {3}};
  sizes room{7};
  bcast_dims_out out{1, 0, room.data(), nullptr, nullptr};
  EXPECT_EQ(bcast_broadcast_shapes(nullptr, s.n(), s.dims.data(), nullptr, &out, nullptr),
            BCAST_OK);
  EXPECT_EQ(out.rank, 2);
  EXPECT_EQ(room, sizes{7});
}

TEST(C, EveryCallWritesAllOfWhy) {
  const shapes right{{2}, {1}}, wrong{{2}, {3}};
  bcast_reason why{};
  bcast_dims_out out{};
  EXPECT_EQ(bcast_broadcast_shapes(nullptr, 2, wrong.dims.data(), nullptr, &out, &why),
            BCAST_REJECT);
  EXPECT_EQ(why.axis, 0);
  EXPECT_EQ(bcast_broadcast_shapes(nullptr, 2, right.dims.data(), nullptr, &out, &why), BCAST_OK);
  EXPECT_EQ(why.axis, -1);
  EXPECT_EQ(why.operands[0], -1);
  EXPECT_EQ(why.operands[1], -1);
  EXPECT_STREQ(why.tag, "");
  EXPECT_STREQ(why.text, "");
}

TEST(C, UnknownRankIsMinusOne) {
  const sizes three{3};
  const std::array<bcast_dims, 2> operands{bcast_dims{-1, nullptr, nullptr, nullptr},
                                           bcast_dims{1, three.data(), nullptr, nullptr}};
  sizes room(4);
  bcast_dims_out out{4, 0, room.data(), nullptr, nullptr};
  EXPECT_EQ(bcast_broadcast_shapes("sound", 2, operands.data(), nullptr, &out, nullptr), BCAST_OK);
  EXPECT_EQ(out.rank, -1);
}

TEST(C, SymbolsAndBoundsGoInAndComeOut) {
  const sizes open{BCAST_UNKNOWN, BCAST_UNKNOWN}, symbol{1, 0}, upper{8, 4};
  const std::array<bcast_dims, 2> operands{bcast_dims{2, open.data(), symbol.data(), upper.data()},
                                           bcast_dims{2, open.data(), symbol.data(), upper.data()}};
  sizes size(2), names(2, 77), bounds(2, 77);
  bcast_dims_out out{2, 0, size.data(), names.data(), bounds.data()};
  bcast_reason why;
  ASSERT_EQ(bcast_broadcast_shapes("sound", 2, operands.data(), nullptr, &out, &why), BCAST_OK)
      << why.text;
  EXPECT_EQ(size, open);
  EXPECT_EQ(names, symbol);
  EXPECT_EQ(bounds, upper);
}

TEST(C, Verifies) {
  const shapes s{{BCAST_UNKNOWN}, {1}};
  const sizes four{4};
  const bcast_dims result{1, four.data(), nullptr, nullptr};
  EXPECT_EQ(bcast_verify("mlir@19", 2, s.dims.data(), &result, nullptr), BCAST_OK);
  bcast_reason why;
  EXPECT_EQ(bcast_verify("mlir", 2, s.dims.data(), &result, &why), BCAST_REJECT);
  EXPECT_STREQ(why.tag, "mlir.V2");
}

TEST(C, BadInputIsAnErrorThatSaysWhatIsWrong) {
  EXPECT_EQ(std::string_view(join("arrray_api", {{1}}).why.text).substr(0, 31),
            "no rule is called 'arrray_api';");
  EXPECT_STREQ(join(nullptr, {{2}, {3, -1}}).why.text,
               "operand 1 has the negative size -1 on axis 1");
  bcast_reason why;
  bcast_dims_out out{};
  const sizes unknown{BCAST_UNKNOWN}, negative_bound{-1};
  const bcast_dims bounded{1, unknown.data(), nullptr, negative_bound.data()};
  EXPECT_EQ(bcast_broadcast_shapes("sound", 1, &bounded, nullptr, &out, &why), BCAST_ERROR);
  EXPECT_STREQ(why.text, "operand 0 has the negative bound -1 on axis 0");
  EXPECT_EQ(bcast_broadcast_shapes(nullptr, 2, nullptr, nullptr, &out, &why), BCAST_ERROR);
  EXPECT_STREQ(why.text, "the array of operands is a null pointer");
  EXPECT_EQ(bcast_broadcast_shapes(nullptr, -1, nullptr, nullptr, &out, &why), BCAST_ERROR);
  const shapes one{{1}};
  EXPECT_EQ(bcast_broadcast_shapes(nullptr, 1, one.dims.data(), nullptr, nullptr, &why),
            BCAST_ERROR);
  const bcast_dims no_sizes{1, nullptr, nullptr, nullptr};
  EXPECT_EQ(bcast_broadcast_shapes(nullptr, 1, &no_sizes, nullptr, &out, &why), BCAST_ERROR);
  EXPECT_STREQ(why.text, "operand 0 has a null pointer for its sizes");
  EXPECT_EQ(bcast_broadcast_shapes(nullptr, 1, &no_sizes, nullptr, &out, nullptr), BCAST_ERROR);
  const bcast_dims no_rank{-2, nullptr, nullptr, nullptr};
  EXPECT_EQ(bcast_broadcast_shapes(nullptr, 1, &no_rank, nullptr, &out, &why), BCAST_ERROR);
  EXPECT_STREQ(why.text, "operand 0 has rank -2");
  bcast_dims_out no_room{1, 0, nullptr, nullptr, nullptr};
  EXPECT_EQ(bcast_broadcast_shapes(nullptr, 1, one.dims.data(), nullptr, &no_room, &why),
            BCAST_ERROR);
  EXPECT_STREQ(why.text, "the buffer for sizes is a null pointer");
  EXPECT_EQ(bcast_verify(nullptr, 1, one.dims.data(), nullptr, &why), BCAST_ERROR);
  EXPECT_STREQ(why.text, "the result is a null pointer");
}

TEST(C, ExplainsWithinItsRoom) {
  const shapes s{{2, 3}, {4}};
  std::size_t length = 0;
  bcast_reason why;
  ASSERT_EQ(bcast_explain(nullptr, 2, s.dims.data(), nullptr, nullptr, 0, &length, &why),
            BCAST_REJECT);
  ASSERT_GT(length, 100U);
  std::string text(length + 1, 'x'), part(11, 'x');
  std::size_t again = 0;
  bcast_explain(nullptr, 2, s.dims.data(), nullptr, text.data(), text.size(), &again, nullptr);
  EXPECT_EQ(again, length);
  EXPECT_EQ(std::strlen(text.c_str()), length);
  EXPECT_NE(text.find("does not broadcast [array_api.A14] axis 1"), std::string::npos) << text;
  bcast_explain(nullptr, 2, s.dims.data(), nullptr, part.data(), 10, &again, nullptr);
  EXPECT_EQ(part, text.substr(0, 9) + std::string("\0x", 2));
  EXPECT_EQ(again, length) << "what is cut is counted";
  bcast_explain(nullptr, 2, s.dims.data(), nullptr, part.data(), 1, &again, nullptr);
  EXPECT_EQ(again, length);
}

TEST(C, WhatIsNotExplainedHasAnEmptyText) {
  const shapes s{{2, 3}, {3}};
  std::string text(8, 'x');
  std::size_t length = 7;
  EXPECT_EQ(bcast_explain("nosuch", 2, s.dims.data(), nullptr, text.data(), text.size(), &length,
                          nullptr),
            BCAST_ERROR);
  EXPECT_EQ(length, 0U);
  EXPECT_STREQ(text.c_str(), "");
}

TEST(C, AnExplanationNeedsItsLengthAndItsRoom) {
  const shapes s{{2}, {2}};
  std::size_t length = 0;
  bcast_reason why;
  EXPECT_EQ(bcast_explain(nullptr, 2, s.dims.data(), nullptr, nullptr, 0, nullptr, &why),
            BCAST_ERROR);
  EXPECT_STREQ(why.text, "the length is a null pointer");
  EXPECT_EQ(bcast_explain(nullptr, 2, s.dims.data(), nullptr, nullptr, 9, &length, &why),
            BCAST_ERROR);
  EXPECT_STREQ(why.text, "the text buffer is a null pointer");
}

TEST(C, TheOraclesCopyChecksItsTensors) {
  std::vector<float> x{5}, z{7, 7};
  sizes one{1}, two{2}, none{0}, negative{-1};
  bcast_tensor in = tensor(x, one, 2), out = tensor(z, two, 2);
  bcast_reason why;
  const auto status = [&] { return bcast_reference_copy(&in, &out, &why); };
  EXPECT_EQ(bcast_reference_copy(&out, &in, &why), BCAST_REJECT);
  EXPECT_STREQ(why.text, "operand 0 would change the shape of the output");
  in.data = nullptr;
  EXPECT_EQ(status(), BCAST_ERROR);
  EXPECT_STREQ(why.text, "operand 0 has no memory");
  in = tensor(x, negative, 2);
  EXPECT_EQ(status(), BCAST_ERROR);
  EXPECT_STREQ(why.text, "operand 0 has the negative size -1 on axis 0");
  in = tensor(x, one, 2);
  out = tensor(z, none, 2);
  out.data = nullptr;
  EXPECT_EQ(status(), BCAST_OK) << why.text;
  in.code = 0;
  EXPECT_EQ(status(), BCAST_UNSUPPORTED);
  const bcast_tensor no_sizes{x.data(), 1, 0, 1, 2, 32, 1, nullptr, nullptr, 0};
  EXPECT_EQ(bcast_reference_copy(&no_sizes, &out, &why), BCAST_ERROR);
  EXPECT_STREQ(why.text, "operand 0 has a null pointer for its sizes");
}

TEST(C, TheEnginesSubjectComputesThroughItsTable) {
  std::size_t count = 0;
  bcast_subject const& engine = *bcast_subjects(BCAST_ABI, &count);
  ASSERT_STREQ(engine.name, "libbcast/engine");
  std::vector<float> x{1, 2}, y{5}, z0(2), z1(2);
  sizes two{2}, one{1};
  std::array<bcast_tensor, 2> in{tensor(x, two, 2), tensor(y, one, 2)},
      out{tensor(z0, two, 2), tensor(z1, two, 2)};
  bcast_reason why;
  const auto apply = [&](char const* op, std::int32_t n, std::int32_t n_out) {
    return engine.apply(engine.self, op, n, in.data(), n_out, out.data(), &why);
  };
  EXPECT_EQ(apply("broadcast", 2, 2), BCAST_OK);
  EXPECT_EQ(z1, (std::vector<float>{5, 5}));
  EXPECT_EQ(apply("broadcast", 2, 1), BCAST_REJECT);
  EXPECT_EQ(apply("add", 2, 2), BCAST_UNSUPPORTED);
  EXPECT_STREQ(why.text, "the engine has one output, or one for each operand of 'broadcast'");
  EXPECT_STREQ(why.tag, "");
  EXPECT_EQ(apply(nullptr, 2, 1), BCAST_ERROR);
  EXPECT_EQ(apply("add", 2, 1), BCAST_OK);
  EXPECT_EQ(z0, (std::vector<float>{6, 7}));
}

TEST(C, ARefusedTensorIsLeftAsItWas) {
  std::vector<float> x{1, 2}, z{7, 7, 7};
  sizes two{2}, three{3};
  bcast_tensor in = tensor(x, two, 2), out = tensor(z, three, 2);
  bcast_reason why;
  EXPECT_EQ(bcast_apply("copy", 1, &in, &out, &why), BCAST_REJECT);
  EXPECT_NE(why.text[0], '\0');
  EXPECT_EQ(bcast_reference_copy(&in, &out, &why), BCAST_REJECT);
  EXPECT_EQ(z, (std::vector<float>{7, 7, 7}));
}

TEST(C, TheOraclesCopyRefusesMemoryAsTheEngineDoes) {
  std::vector<float> x{1, 2, 3, 4}, z{7, 7, 7, 7};
  sizes two{2}, two_by_two{2, 2};
  for (sizes strides : {sizes{0}, sizes{INT64_MIN}, sizes{INT64_MAX}, sizes{INT64_MAX / 4}}) {
    bcast_tensor in = tensor(x, two, 2), out = tensor(z, two, 2);
    const auto both_refuse = [&] {
      bcast_reason of_engine, of_oracle;
      EXPECT_EQ(bcast_apply("copy", 1, &in, &out, &of_engine), BCAST_REJECT);
      EXPECT_EQ(bcast_reference_copy(&in, &out, &of_oracle), BCAST_REJECT);
      EXPECT_STREQ(of_oracle.text, of_engine.text);
    };
    out.strides = strides.data();
    both_refuse();
    if (strides.front() == 0) continue;
    out.strides = nullptr;
    in.strides = strides.data();
    both_refuse();
  }
  // An element of the output would be an element of the operand that is read later.
  bcast_tensor in = tensor(x, two_by_two, 2), out = tensor(x, two_by_two, 2);
  sizes turned{1, 2};
  in.strides = turned.data();
  bcast_reason why;
  EXPECT_EQ(bcast_reference_copy(&in, &out, &why), BCAST_REJECT);
  EXPECT_EQ(x, (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(z, (std::vector<float>{7, 7, 7, 7}));
}

TEST(C, WhatItDoesNotComputeIsUnsupported) {
  std::vector<float> x{1}, z{7};
  std::vector<std::int32_t> i{1};
  sizes one{1};
  std::array<bcast_tensor, 2> in{tensor(x, one, 2), tensor(i, one, 0)};
  bcast_tensor out = tensor(z, one, 2);
  bcast_reason why;
  EXPECT_EQ(bcast_apply("frobnicate", 1, in.data(), &out, &why), BCAST_UNSUPPORTED);
  EXPECT_STREQ(why.text, "the engine has no operation 'frobnicate' on 1 operands of float");
  EXPECT_EQ(bcast_apply("sub", 2, in.data(), &out, &why), BCAST_UNSUPPORTED);
  EXPECT_STREQ(why.text, "there is no sub of float int32 with the result float");
  in[0].code = 5;  // complex
  in[0].bits = 64;
  EXPECT_EQ(bcast_apply("copy", 1, in.data(), &out, &why), BCAST_UNSUPPORTED);
}

TEST(C, ATensorThatCannotBeOneIsAnError) {
  std::vector<double> x{1, 2}, z{7};
  sizes one{1}, huge{std::int64_t{1} << 62, 4};
  bcast_tensor in = tensor(x, one, 2), out = tensor(z, one, 2);
  bcast_reason why;
  const auto error_of = [&] {
    const std::int32_t status = bcast_apply("copy", 1, &in, &out, &why);
    return status == BCAST_ERROR ? std::string(why.text) : "status " + std::to_string(status);
  };
  in.byte_offset = 4;
  EXPECT_EQ(error_of(), "operand 0 does not begin at a multiple of 8 bytes");
  in.data = reinterpret_cast<char*>(x.data()) + 4;
  in.byte_offset = 4;
  EXPECT_EQ(error_of(), "status 0") << "the sum counts";
  in = tensor(x, one, 2);
  in.device_type = 2;
  EXPECT_EQ(error_of(), "operand 0 is not in the host's memory");
  in = tensor(x, huge, 2);
  EXPECT_EQ(error_of(), "operand 0 has more than 2^63 - 1 elements");
  in = tensor(x, one, 2);
  in.ndim = -1;
  EXPECT_EQ(error_of(), "operand 0 has rank -1");
  EXPECT_EQ(bcast_apply(nullptr, 1, &in, &out, &why), BCAST_ERROR);
  EXPECT_EQ(bcast_apply("copy", 0, nullptr, &out, &why), BCAST_ERROR);
  EXPECT_STREQ(why.text, "expected at least one operand");
}

TEST(C, SubjectsAreForOneInterface) {
  std::size_t count = 0;
  EXPECT_EQ(bcast_subjects(BCAST_ABI + 1, &count), nullptr);
  EXPECT_EQ(bcast_subjects(BCAST_ABI, nullptr), nullptr);
  bcast_subject const* all = bcast_subjects(BCAST_ABI, &count);
  ASSERT_NE(all, nullptr);
  EXPECT_STREQ(all[0].name, "libbcast/engine");
  EXPECT_EQ(all[0].struct_size, sizeof(bcast_subject));
  ASSERT_EQ(count, 1 + std::size(bcast::spec::rules));
  for (std::size_t k = 1; k < count; ++k) EXPECT_EQ(all[k].rule, bcast::spec::rules[k - 1].name);
}

#if __has_include(<dlpack/dlpack.h>)
TEST(C, TensorsAreThoseOfDlpack) {
  static_assert(sizeof(bcast_tensor) == sizeof(DLTensor));
  static_assert(offsetof(bcast_tensor, data) == offsetof(DLTensor, data));
  static_assert(offsetof(bcast_tensor, device_type) == offsetof(DLTensor, device));
  static_assert(offsetof(bcast_tensor, ndim) == offsetof(DLTensor, ndim));
  static_assert(offsetof(bcast_tensor, code) == offsetof(DLTensor, dtype));
  static_assert(offsetof(bcast_tensor, shape) == offsetof(DLTensor, shape));
  static_assert(offsetof(bcast_tensor, strides) == offsetof(DLTensor, strides));
  static_assert(offsetof(bcast_tensor, byte_offset) == offsetof(DLTensor, byte_offset));
  EXPECT_EQ(kDLCPU, 1);
}
#endif

}  // namespace
