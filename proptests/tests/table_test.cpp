// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/table.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bcast/proptests/failure.hpp"
#include "bcast/proptests/laws.hpp"
#include "tests/support/rows.hpp"

// A table of C functions as a subject, and what its caps declare.

namespace {

namespace kit = bcast::kit;
using bcast::proptests::from_table;
using bcast::proptests::parse_caps;
using kind = kit::result::kind;

TEST(TableCaps, AWordThatCannotBeReadIsQuoted) {
  const auto refusal = [](char const* caps) {
    return bcast::tests::refusal([&] { parse_caps(caps); });
  };
  const std::string in = " in the subject's caps: ";
  EXPECT_EQ(refusal("max_rank=x"), "'max_rank=x'" + in + "expected a number");
  EXPECT_EQ(refusal("max_rank=6x"), "'max_rank=6x'" + in + "expected a number");
  EXPECT_EQ(refusal("max_rank"), "'max_rank'" + in + "expected a number");
  EXPECT_EQ(refusal("overlap=maybe"), "'overlap=maybe'" + in + "expected true or false");
  EXPECT_EQ(refusal("exact="), "'exact='" + in + "expected true or false");
  EXPECT_EQ(refusal("dense=1"), "'dense=1'" + in + "no such key");
  EXPECT_EQ(refusal("expand=1"), "'expand=1'" + in + "no such key");
  EXPECT_EQ(refusal("frob"), "'frob'" + in + "no such key");
  EXPECT_EQ(refusal("max_rnk=6"), "'max_rnk=6'" + in + "no such key; did you mean 'max_rank'?");
  EXPECT_EQ(refusal("min_operand=2"),
            "'min_operand=2'" + in + "no such key; did you mean 'min_operands'?");
  EXPECT_EQ(refusal("elements=float33").substr(0, 63),
            "no element type is called 'float33'; did you mean 'float32'? Th");
}

/// The answers of a table's functions, and their arguments.
struct script {
  std::int32_t status = BCAST_OK;
  bcast_reason why{-1, {-1, -1}, "", ""};
  std::int32_t rank = 0;
  std::vector<std::int64_t> size, symbol, upper;
  std::int64_t written_beyond = 0;
  std::optional<bcast_rule> rule;
  std::vector<std::int64_t> symbols_given;
};

std::int32_t broadcast_shapes(void* self, std::int32_t n, bcast_dims const* operands,
                              bcast_rule const* rule, bcast_dims_out* result, bcast_reason* why) {
  script& s = *static_cast<script*>(self);
  if (rule != nullptr) s.rule = *rule;
  for (std::int32_t m = 0; m < n; ++m) {
    for (std::int32_t k = 0; k < operands[m].rank; ++k) {
      s.symbols_given.push_back(operands[m].symbol[k]);
    }
  }
  *why = s.why;
  result->rank = s.rank;
  for (std::size_t k = 0; k < s.size.size(); ++k) result->size[k] = s.size[k];
  for (std::size_t k = 0; k < s.symbol.size(); ++k) result->symbol[k] = s.symbol[k];
  for (std::size_t k = 0; k < s.upper.size(); ++k) result->upper[k] = s.upper[k];
  if (s.written_beyond != 0) result->upper[result->capacity] = s.written_beyond;
  return s.status;
}

std::int32_t verify(void* self, std::int32_t, bcast_dims const*, bcast_dims const* result,
                    bcast_reason*) {
  return result->rank == static_cast<script*>(self)->rank ? BCAST_OK : BCAST_NO_ANSWER;
}

std::int32_t apply(void*, char const* op, std::int32_t n, bcast_tensor const* operands,
                   std::int32_t n_out, bcast_tensor* outputs, bcast_reason*) {
  if (std::strcmp(op, "copy") != 0 || n != 1 || n_out != 1) return BCAST_UNSUPPORTED;
  std::memcpy(outputs->data, operands->data, operands->bits / 8);
  return BCAST_OK;
}

std::int32_t adjoint(void*, bcast_tensor const* gradient, bcast_tensor* out, bcast_reason*) {
  *static_cast<std::int8_t*>(out->data) = *static_cast<std::int8_t const*>(gradient->data);
  return BCAST_OK;
}

std::int32_t expand(void* self, bcast_dims const* operand, bcast_dims const* target,
                    bcast_dims_out* result, bcast_reason*) {
  result->rank = target->rank;
  for (std::int32_t k = 0; k < target->rank; ++k) result->size[k] = target->size[k];
  return operand->rank > target->rank ? BCAST_REJECT : static_cast<script*>(self)->status;
}

bcast_subject table_of(script& s, char const* caps = nullptr) {
  bcast_subject t{};
  t.struct_size = sizeof t;
  t.name = "mine";
  t.caps = caps;
  t.self = &s;
  t.broadcast_shapes = broadcast_shapes;
  t.verify = verify;
  t.apply = apply;
  t.adjoint = adjoint;
  return t;
}

/// The answer to one operand of rank 1, or what is thrown.
std::string told(script s) {
  try {
    const kit::result a = from_table(table_of(s)).broadcast_shapes({{{4}}}, std::nullopt);
    return "answer " + std::to_string(static_cast<int>(a.verdict));
  } catch (bcast::proptests::subject_failure const& f) {
    return f.what();
  }
}

TEST(Table, TheResultIsWhatWasWritten) {
  script s;
  s.rank = 3;
  s.size = {7, BCAST_UNKNOWN, BCAST_UNKNOWN};
  s.symbol = {0, 1, 0};
  s.upper = {BCAST_UNKNOWN, 9, BCAST_UNKNOWN};
  const kit::result a =
      from_table(table_of(s)).broadcast_shapes({{{{std::nullopt, "N"}, 2}}}, std::nullopt);
  EXPECT_EQ(a.shape, (kit::shape{{7, {std::nullopt, "N", 9}, std::nullopt}}));
  EXPECT_EQ(s.symbols_given, (std::vector<std::int64_t>{1, 0}));
  EXPECT_FALSE(s.rule);
  s.rank = -1;
  EXPECT_EQ(from_table(table_of(s)).broadcast_shapes({}, std::nullopt).shape,
            (kit::shape::unranked()));
}

TEST(Table, ARuleThatIsMisspeltIsRefused) {
  const auto refusal = [](char const* rule) {
    script s;
    bcast_subject t = table_of(s);
    t.rule = rule;
    return bcast::tests::refusal([&] { bcast::proptests::expect_known(from_table(t)); });
  };
  EXPECT_EQ(refusal("mlir zero=other"), "taken");
  const std::string in = "subject 'mine': ";
  EXPECT_EQ(refusal("mlir zero=oter").find(in + "the switch zero has no value 'oter'; did you"),
            0U);
  EXPECT_EQ(refusal("nunpy").find(in + "no rule is called 'nunpy'; did you mean 'numpy'?"), 0U);
}

TEST(Table, AnImpossibleAnswerIsAFailure) {
  script s;
  s.rank = 1;
  EXPECT_EQ(told(s), "answered a result of rank 1 and did not write axis 0");
  s.size = {BCAST_UNKNOWN};
  EXPECT_EQ(told(s), "answer 0");
  s.symbol = {1};
  EXPECT_EQ(told(s), "answered symbol 1, which no operand has");
  s.symbol = {-1};
  EXPECT_EQ(told(s), "answered symbol -1, which no operand has");
  s.symbol = {};
  s.written_beyond = 5;
  EXPECT_EQ(told(s), "wrote axis 5 of a result with room for 5");
  s.written_beyond = 0;
  s.rank = -2;
  EXPECT_EQ(told(s), "answered a result of rank -2");
  s.rank = 6;
  EXPECT_EQ(told(s), "answered a result of rank 6");
  s.status = 9;
  EXPECT_EQ(told(s), "answered unknown status 9");
  s.status = BCAST_ERROR;
  EXPECT_EQ(told(s), "answered an error: no details");
  std::strcpy(s.why.text, "broken");
  EXPECT_EQ(told(s), "answered an error: broken");
}

TEST(Table, ARejectionSaysWhereAsFarAsItIsTold) {
  script s;
  s.status = BCAST_REJECT;
  const auto answer = [&] {
    return from_table(table_of(s)).broadcast_shapes({{{2}}}, std::nullopt);
  };
  EXPECT_EQ(answer().verdict, kind::refused);
  EXPECT_EQ(answer().axis, std::nullopt);
  s.why = {2, {0, -1}, "t", "x"};
  EXPECT_EQ(answer().axis, 2U);
  EXPECT_EQ(answer().tag, "t");
  EXPECT_TRUE(answer().operands.empty());
  s.why.operands[0] = -1;
  s.why.operands[1] = 1;
  EXPECT_TRUE(answer().operands.empty());
  s.why.operands[0] = 0;
  EXPECT_EQ(answer().operands, (std::vector<std::size_t>{0, 1}));
  s.status = BCAST_UNSUPPORTED;
  EXPECT_EQ(answer().verdict, kind::unsupported);
}

TEST(Table, ARuleIsHandedOn) {
  script s;
  s.size = {1};
  s.rank = 1;
  const kit::subject with = from_table(table_of(s, "ops=add expand exact"));
  with.broadcast_shapes({{{1}}}, kit::broadcast_dimensions{0});
  ASSERT_TRUE(s.rule);
  EXPECT_EQ(s.rule->has_dimensions, 1);
  EXPECT_EQ(s.rule->dimensions_count, 1);
  ASSERT_TRUE(with.expand);
  with.expand({{1}}, {{1}});
  EXPECT_EQ(s.rule->one_directional, 1);
  EXPECT_FALSE(from_table(table_of(s, "ops=copy")).expand);
  EXPECT_THROW(from_table(table_of(s, "ops=expand")), std::invalid_argument);
  EXPECT_FALSE(from_table(table_of(s)).expand);
}

TEST(Table, ExpandsByAFunctionOrByTheRuleInOneDirection) {
  script s;
  bcast_subject table = table_of(s, "expand");
  table.expand = expand;
  const kit::subject mine = from_table(table);
  EXPECT_EQ(mine.expand({{2}}, {{3, 2}}).shape, (kit::shape{{3, 2}}));
  EXPECT_EQ(mine.expand({{2, 2}}, {{2}}).verdict, kind::refused);
  EXPECT_FALSE(s.rule) << "broadcast_shapes was asked";
}

TEST(Table, VerifiesAndComputes) {
  script s;
  s.rank = 1;
  const kit::subject mine = from_table(table_of(s));
  EXPECT_EQ(mine.rule, "array_api");
  EXPECT_EQ(mine.verify({}, {{2}}).verdict, kind::ok);
  EXPECT_EQ(mine.verify({}, {{2, 2}}).verdict, kind::silent);
  std::int8_t x = 5, z = 0;
  const kit::tensor from{&x, "int8", {}, {}}, to{&z, "int8", {}, {}};
  EXPECT_EQ(mine.apply("copy", {from}, {to}).verdict, kind::ok);
  EXPECT_EQ(z, 5);
  EXPECT_EQ(mine.apply("add", {from}, {to}).verdict, kind::unsupported);
  x = 6;
  EXPECT_EQ(mine.adjoint(from, to).verdict, kind::ok);
  EXPECT_EQ(z, 6);
  bool yes = true, no = false;
  EXPECT_EQ(mine.apply("copy", {{&yes, "bool", {}, {}}}, {{&no, "bool", {}, {}}}).verdict,
            kind::ok);
  EXPECT_TRUE(no);
  std::string text;
  EXPECT_EQ(mine.apply("copy", {{&text, "string", {}, {}}}, {to}).verdict, kind::unsupported);
}

TEST(Table, TheFirstElementIsAtItsByteOffset) {
  std::array<std::int8_t, 4> memory{1, 2, 3, 4};
  bcast_tensor given{};
  bcast_subject table{};
  table.struct_size = sizeof table;
  table.name = "mine";
  table.self = &given;
  table.apply = [](void* self, char const*, std::int32_t, bcast_tensor const* operands,
                   std::int32_t, bcast_tensor* outputs, bcast_reason*) -> std::int32_t {
    *static_cast<bcast_tensor*>(self) = operands[0];
    static_cast<std::int8_t*>(outputs->data)[outputs->byte_offset] = 9;
    return BCAST_OK;
  };
  from_table(table).apply("copy", {{&memory[2], "int8", {}, {}, 2}},
                          {{&memory[1], "int8", {}, {}, 1}});
  EXPECT_EQ(given.data, memory.data());
  EXPECT_EQ(given.byte_offset, 2U);
  EXPECT_EQ(memory[1], 9);
}

TEST(Table, ACallThatChangesItsCallersStridesIsAFailure) {
  bcast_subject table{};
  table.struct_size = sizeof table;
  table.name = "mine";
  table.apply = [](void*, char const*, std::int32_t, bcast_tensor const* operands, std::int32_t,
                   bcast_tensor*, bcast_reason*) -> std::int32_t {
    operands[0].strides[0] = 0;
    return BCAST_OK;
  };
  std::array<std::int8_t, 2> x{}, z{};
  const kit::tensor from{x.data(), "int8", {2}, {1}}, to{z.data(), "int8", {2}, {1}};
  try {
    from_table(table).apply("copy", {from}, {to});
    FAIL();
  } catch (bcast::proptests::subject_failure const& failed) {
    EXPECT_STREQ(failed.what(), "wrote to the strides of tensor 0 of its caller");
  }
}

TEST(Table, FieldsThatItWasCompiledWithoutAreMissing) {
  script s;
  bcast_subject table = table_of(s);
  table.struct_size = offsetof(bcast_subject, verify);
  const kit::subject old = from_table(table);
  EXPECT_TRUE(old.broadcast_shapes);
  EXPECT_FALSE(old.verify || old.apply || old.adjoint);
  table.expand = expand;
  table.struct_size = offsetof(bcast_subject, expand);
  EXPECT_TRUE(from_table(table).adjoint);
  EXPECT_FALSE(from_table(table).expand || from_table(table).matmul);
  table.struct_size = offsetof(bcast_subject, broadcast_shapes);
  table.rule = "mlir";
  EXPECT_FALSE(from_table(table).broadcast_shapes);
  EXPECT_EQ(from_table(table).rule, "mlir");
  table.struct_size = 8;
  EXPECT_THROW(from_table(table), std::invalid_argument);
}

TEST(Table, TheOldNamesAreTheSameFields) {
  EXPECT_EQ(offsetof(bcast_subject, profile), offsetof(bcast_subject, rule));
  EXPECT_EQ(offsetof(bcast_subject, join), offsetof(bcast_subject, broadcast_shapes));
}

TEST(Table, ASubjectHasAName) {
  script s;
  bcast_subject table = table_of(s);
  table.name = "";
  EXPECT_THROW(from_table(table), std::invalid_argument);
  table.name = nullptr;
  EXPECT_THROW(from_table(table), std::invalid_argument);
}

}  // namespace
