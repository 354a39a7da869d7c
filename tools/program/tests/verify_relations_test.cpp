// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "oracle/products.hpp"
#include "tests/support/rows.hpp"
#include "tests/support/verified.hpp"

// The rules of `bcast verify`, dialect by dialect: what each of them refuses, and what it says.

namespace verify_relations_test {

using bcast::tests::bcast;
using bcast::tests::expect_rows;
using bcast::tests::ran;
using bcast::tests::Verify;

class Relations : public Verify {
 protected:
  /// What is wrong with an operation; `holds` if nothing is.
  std::string told(std::string const& operation) {
    const std::string name = file_of(operation);
    std::string said = errors(name);
    if (said.empty() && bcast("verify '" + name + "'").status == 0) said = "' op holds\n";
    if (!said.empty()) said.pop_back();
    return said.substr(said.find("' op ") + 5);
  }
};

TEST_F(Verify, ATosaOperationAsItIsPrinted) {
  const std::string name = file_of(
      "func.func @f(%a: tensor<2x3xf32>, %b: tensor<4xf32>, %c: tensor<1x4xf32>) {\n"
      "  %0 = tosa.add %a, %b : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2x3xf32>\n"
      "  %1 = tosa.add %a, %c : (tensor<2x3xf32>, tensor<1x4xf32>) -> tensor<2x3xf32>\n"
      "  %2 = tosa.reshape %a {new_shape = array<i64: 6>} : (tensor<2x3xf32>) -> tensor<6xf32>\n"
      "  %3 = tosa.mul %a, %a, %s : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<1xi8>)\n"
      "      -> tensor<2x3xf32>\n"
      "  return\n}\n");
  EXPECT_EQ(errors(name),
            "2:8: error: 'tosa.add' op [mlir.A5] rank 2 against rank 1\n"
            "3:8: error: 'tosa.add' op [mlir.I6] axis 1: operand 0 has 3, operand 1 has 4\n");
  const ran r = bcast("verify '" + name + "'");
  EXPECT_EQ(r.status, 1);
  EXPECT_TRUE(r.out.ends_with("4 operations checked: 2 fail\n")) << r.out;
}

TEST_F(Verify, ArithWithAnOperandOfAnotherType) {
  EXPECT_EQ(errors(file_of("func.func @f(%a: tensor<2x3xf32>, %b: tensor<4xf32>) {\n"
                           "  // tosa.add is only mentioned\n"
                           "  %0 = arith.addf %a, %b : tensor<2x3xf32>\n"
                           "  %1 = math.sqrt %0\n"
                           "      : tensor<2x3xf32>\n"
                           "  %2 = \"arith.mulf\"(%a, %b) : (tensor<2x3xf32>, tensor<4xf32>) -> "
                           "tensor<2x3xf32>\n"
                           "  %3 = arith.select %c, %a, %0 : tensor<2x4xi1>, tensor<2x3xf32>\n"
                           "  return\n}\n")),
            "3:8: error: 'arith.addf' op [operand_type] operand 1 is tensor<2x3xf32> here, "
            "and tensor<4xf32> where it is defined\n"
            "6:8: error: 'arith.mulf' op [same] operand 0 is 2x3, operand 1 is 4\n"
            "7:8: error: 'arith.select' op [same] axis 1: operand 0 has 4, operand 1 has 3\n");
}

TEST_F(Relations, EachOperationHasTheRuleOfItsDialect) {
  expect_rows(R"-(
    # CHLO, with and without dimensions
    %r = chlo.broadcast_add %a, %b : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32> => [mlir.I6] axis 1: operand 0 has 3, operand 1 has 2
    %r = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32> => holds
    %r = "chlo.broadcast_add"(%b, %a) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32> => [mlir.I6] axis 1: operand 0 has 2, operand 1 has 3
    %r = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 2>} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32> => [broadcast_dimensions] broadcast_dimensions has 2, for rank 2
    %r = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32> => [broadcast_dimensions] 2 broadcast_dimensions, for rank 1
    %r = chlo.broadcast_select %c, %a, %b : (tensor<i1>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32> => holds
    # StableHLO's constraints
    %r = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<2xf32>) -> tensor<2x3xf32> => [stablehlo.C5] axis 1: axis 0 of the operand has 2, the result has 3
    %r = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32> => holds
    %r = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<2xf32>) -> tensor<2x3xf32> => [stablehlo.C2] 0 dimensions, for an operand of rank 1
    %r = stablehlo.broadcast_in_dim %a, dims = [2] : (tensor<2xf32>) -> tensor<2x3xf32> => [stablehlo.C3] dims has 2, for rank 2
    %r = stablehlo.broadcast_in_dim %a, dims = [1, 1] : (tensor<1x1xf32>) -> tensor<2x3xf32> => [stablehlo.C4] dims has 1 twice
    %r = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1] : (tensor<2xf32>, tensor<3xi64>) -> tensor<?x?xf32> => [stablehlo.C13] output_dimensions has 3 sizes, for a result of rank 2
    %r = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2xi64>) -> tensor<?x?xf32> => [stablehlo.C14] known_*_dimensions has 0 twice
    %r = stablehlo.add %a, %b : (tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32> => [same] axis 0: operand 0 has 2, operand 1 has 1
    %r = stablehlo.clamp %m, %a, %m : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32> => holds
    %r = stablehlo.broadcast %a, sizes = [3] : (tensor<2xf32>) -> tensor<2x3xf32> => [broadcast_sizes] axis 0: the result has 2, not 3
    # linalg and vectors
    %r = linalg.broadcast ins(%a : tensor<8x32xf32>) outs(%b : tensor<8x16x32xf32>) dimensions = [1] => holds
    %r = linalg.broadcast ins(%a : tensor<8x32xf32>) outs(%b : tensor<8x16x32xf32>) dimensions = [0] => [linalg.broadcast] axis 1: axis 0 of the input has 8, the init has 16
    linalg.broadcast ins(%m : memref<4xf32>) outs(%n : memref<4x4xf32>) dimensions = [] => [linalg.broadcast] an input of rank 1 and 0 added dimensions, for an init of rank 2
    %r = vector.broadcast %v : vector<4xf32> to vector<2x4xf32> => holds
    %r = vector.broadcast %v : vector<4xf32> to vector<4x2xf32> => [vector.broadcast] axis 1: axis 0 of the operand has 4, the result has 2
    %r = vector.broadcast %v : vector<[4]xf32> to vector<2x4xf32> => [vector.broadcast] axis 1: axis 0 of the operand has [4], the result has 4
    %r = vector.broadcast %x : f32 to vector<[4]xf32> => holds
    %r = vector.broadcast %v : vector<2x1xf32> to vector<4xf32> => [vector.broadcast] the operand has rank 2, the result has 1
    %r = linalg.add ins(%a, %a : tensor<8x32xf32>, tensor<8x32xf32>) outs(%c : tensor<8x31xf32>) -> tensor<8x31xf32> => [same] axis 1: operand 0 has 32, operand 2 has 31
    # an unknown size is no other where a dialect says so
    %r = arith.extf %a : tensor<?xf32> to tensor<4xf64> => [same] axis 0: operand 0 has ?, the result has 4
    %r = "arith.addf"(%a, %a) : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32> => holds
    %r = arith.select %c, %a, %b : tensor<i1>, tensor<2xf32> => [same] operand 0 is (), operand 1 is 2
    %r = arith.select %c, %a, %b : tensor<2xf32> => holds
    %r = stablehlo.select %c, %a, %b : tensor<i1>, tensor<2xf32> => holds
    %r = "stablehlo.add"(%a, %a) : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<?xf32>) -> tensor<5xf32> => [same] axis 0: operand 0 has <=4, the result has 5
    %r = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<2x?xf32> => [static_shape] axis 1: the size is not known, and has no bound
    %r = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [] : (tensor<f32>, tensor<?xi64>) -> tensor<2x?xf32> => [static_shape] axis 0: the size is not known, and has no bound
    # a size is known from whichever type has it
    %r = "stablehlo.add"(%a, %b) : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<4xf32>) -> tensor<4xf32> => holds
    %r = "stablehlo.add"(%a, %b) : (tensor<?xf32>, tensor<2xf32>) -> tensor<3xf32> => [same] axis 0: operand 1 has 2, the result has 3
    %r = "stablehlo.add"(%a, %b) : (tensor<?xf32, #stablehlo.bounds<8>>, tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<6xf32> => [same] axis 0: operand 1 has <=4, the result has 6
    %r = "stablehlo.add"(%a, %b) : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<?xf32, #stablehlo.bounds<8>>) -> tensor<6xf32> => [same] axis 0: operand 0 has <=4, the result has 6
    # what is given applies to the tensor that the clause names
    %r = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<3xf32>) -> tensor<?xf32, #stablehlo.bounds<8>> => [stablehlo.C5] axis 0: axis 0 of the operand has 3, the result has <=8
    %r = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xi64>) -> tensor<?x?xf32> => [stablehlo.C15] known_*_dimensions has 1, for rank 1
    %r = "linalg.broadcast"(%a, %b) <{dimensions = array<i64: 0>}> ({}) : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x4xf32> => [linalg.broadcast] the result is 2x4, the init is 2x3
    %r = vector.broadcast %v : vector<[1]xf32> to vector<4xf32> => [vector.broadcast] axis 0: axis 0 of the operand has [1], the result has 4
    # CHLO with an operand of unknown rank has any result
    %r = chlo.broadcast_add %a, %b : (tensor<*xf32>, tensor<2xf32>) -> tensor<3x4xf32> => holds
    %r = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<*xf32>) -> tensor<2x3xf32> => holds
    %r = chlo.broadcast_select %c, %a, %b : (tensor<i1>, tensor<2xf32>, tensor<*xf32>) -> tensor<3x4xf32> => holds
    %r = chlo.broadcast_select %c, %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<i1>, tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32> => [mlir.I6] axis 1: operand 1 has 3, operand 2 has 2
    # types that are to be the same
    %r = "stablehlo.add"(%a, %b) : (tensor<2xf32>, f32) -> tensor<2xf32> => [same] operand 0 is 2, operand 1 is a scalar
    %r = "stablehlo.add"(%a, %b) : (tensor<2xf32>, tensor<2x1xf32>) -> tensor<2xf32> => [same] operand 0 is 2, operand 1 is 2x1
    %r = "stablehlo.add"(%a, %a) : (tensor<5xf32>, tensor<5xf32>) -> tensor<?xf32, #stablehlo.bounds<4>> => [same] axis 0: operand 0 has 5, the result has <=4
    %r = "stablehlo.add"(%a, %b) : (tensor<?xf32>, tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<6xf32> => [same] axis 0: operand 1 has <=4, the result has 6
    %r = "stablehlo.add"(%a, %b) : (tensor<*xf32>, tensor<2xf32>) -> tensor<3xf32> => [ranked] operand 0 has no rank
    %r = "mhlo.add"(%a, %b) : (tensor<*xf32>, tensor<2xf32>) -> tensor<3xf32> => [same] axis 0: operand 1 has 2, the result has 3
    %r = "stablehlo.add"(%a, %b) : (!my.t, tensor<2xf32>) -> tensor<3xf32> => [same] axis 0: operand 1 has 2, the result has 3
    # stablehlo.broadcast
    %r = "stablehlo.broadcast"(%a, %b) {broadcast_sizes = array<i64: 3>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<3x2xf32> => [arity] expected 1 operand and a result, found 2 and 1
    "stablehlo.broadcast"(%a) {broadcast_sizes = array<i64: 3>} : (tensor<2xf32>) -> () => [arity] expected 1 operand and a result, found 1 and 0
    %r = "stablehlo.broadcast"(%a) : (tensor<2xf32>) -> tensor<3x2xf32> => [broadcast_sizes] the sizes are missing
    %r = stablehlo.broadcast %a, sizes = [3] : (tensor<*xf32>) -> tensor<2x3xf32> => [ranked] operand 0 has no rank
    %r = stablehlo.broadcast %a, sizes = [3] : (tensor<2xf32>) -> tensor<*xf32> => [ranked] the result has no rank
    %r = stablehlo.broadcast %a, sizes = [3, 3] : (tensor<2xf32>) -> tensor<3x2xf32> => [broadcast_sizes] the result has rank 2, not 3
    %r = stablehlo.broadcast %a, sizes = [3] : (tensor<2xf32>) -> tensor<3x2xf32> => holds
    %r = stablehlo.broadcast %a, sizes = [3] : (tensor<2xf32>) -> tensor<3x1xf32> => [broadcast_sizes] axis 1: the result has 1, not 2
    # broadcast_in_dim needs its dimensions and ranks
    %r = "stablehlo.broadcast_in_dim"(%a, %b) {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> => [arity] expected 1 operand and a result, found 2 and 1
    %r = "stablehlo.broadcast_in_dim"(%a) : (tensor<2xf32>) -> tensor<2xf32> => [stablehlo.C2] the broadcast dimensions are missing
    %r = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<*xf32>) -> tensor<2xf32> => [ranked] operand 0 has no rank
    %r = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<2xf32>) -> tensor<*xf32> => [ranked] the result has no rank
    %r = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<1x2xf32>) -> tensor<2x2xf32> => [stablehlo.C2] 1 dimension, for an operand of rank 2
    %r = stablehlo.broadcast_in_dim %a, dims = [-1] : (tensor<2xf32>) -> tensor<2xf32> => [stablehlo.C3] dims has -1, for rank 1
    %r = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<?xf32>) -> tensor<2x2xf32> => holds
    %r = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<1xf32>) -> tensor<?x?xf32, #stablehlo.bounds<4, 4>> => [static_shape] axis 1: a second size that has only a bound
    %r = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<1xf32>) -> tensor<?x4xf32, #stablehlo.bounds<4, ?>> => holds
    # the shape that is computed has a size for each axis
    %r = "stablehlo.dynamic_broadcast_in_dim"(%a) {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>) -> tensor<2xf32> => [arity] expected 2 operands and a result, found 1 and 1
    %r = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0] : (tensor<2xf32>, tensor<*xi64>) -> tensor<2x2xf32> => [ranked] operand 1 has no rank
    %r = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0] : (tensor<2xf32>, tensor<i64>) -> tensor<2x2xf32> => [stablehlo.I4] output_dimensions is (), and not of one dimension
    %r = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0] : (tensor<2xf32>, tensor<?xi64, #stablehlo.bounds<3>>) -> tensor<?x2xf32> => holds
    %r = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0] : (tensor<2xf32>, tensor<1xi64>) -> tensor<2x2xf32> => [stablehlo.C13] output_dimensions has 1 size, for a result of rank 2
    # linalg.broadcast needs an init and dimensions
    %r = "linalg.broadcast"(%a) <{dimensions = array<i64: 0>}> ({}) : (tensor<3xf32>) -> tensor<2x3xf32> => [arity] expected an input and an init, found 1
    %r = "linalg.broadcast"(%a, %b) ({}) : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32> => [linalg.broadcast] the dimensions are missing
    %r = "linalg.broadcast"(%a, %b) <{dimensions = array<i64: 0>}> ({}) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32> => [linalg.broadcast] an input of rank 1 and 1 added dimension, for an init of rank 1
    %r = "linalg.broadcast"(%a, %b) <{dimensions = array<i64: 2>}> ({}) : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32> => [linalg.broadcast] dimensions has 2, for rank 2
    %r = "linalg.broadcast"(%a, %b) <{dimensions = array<i64: 0>}> ({}) : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32> => holds
    %r = "linalg.broadcast"(%a, %b) <{dimensions = array<i64: 0>}> ({}) : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<*xf32> => [linalg.broadcast] the result is *, the init is 2x3
    %r = "linalg.broadcast"(%a, %b) <{dimensions = array<i64: 0>}> ({}) : (tensor<3xf32>, tensor<2x3xf32>) -> f32 => [linalg.broadcast] the result is a scalar, the init is 2x3
    # vector.broadcast makes a vector of a vector or a scalar
    %r = "vector.broadcast"(%a, %b) : (vector<2xf32>, vector<2xf32>) -> vector<2xf32> => [arity] expected 1 operand and a result, found 2 and 1
    %r = "vector.broadcast"(%a) : (f32) -> !my.v => holds
    %r = "vector.broadcast"(%a) : (!my.s) -> vector<2xf32> => holds
    %r = "vector.broadcast"(%a) : (f32) -> tensor<2xf32> => [vector.broadcast] the result is not a vector
    %r = "vector.broadcast"(%a) : (tensor<2xf32>) -> vector<2xf32> => [vector.broadcast] the operand is not a vector
    %r = "vector.broadcast"(%a) : (vector<1x4xf32>) -> vector<2x3x4xf32> => holds
    %r = "vector.broadcast"(%a) : (f32) -> f32 => [vector.broadcast] the result is not a vector
    # what a trait broadcasts has one result
    %r = "tosa.add"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) => [mlir.X2] requires one result, has 2
    %r = "tosa.add"(%a, %b) : (f32, f32) -> f32 => holds
)-",
              [this](std::string const& operation) { return told(operation); });
  EXPECT_EQ(errors(file_of("%0 = my.two %a : (tensor<2xf32>) -> (tensor<2xf32>, tensor<3xf32>)\n"),
                   "--rule my.two=same"),
            "1:6: error: 'my.two' op [same] axis 0: operand 0 has 2, result 1 has 3\n");
}

/// What people write on products, stretches, maps and quantised types.
TEST_F(Relations, AnOperationThatIsNoElementWiseOneHasItsRelation) {
  expect_rows(R"-(
    # one operand stretches to the result
    %r = tt.broadcast %v : tensor<2x1xf32> -> tensor<2x6xf32> => holds
    %r = tt.broadcast %v : tensor<2x3xf32> -> tensor<2x6xf32> => [stretch] axis 1: axis 1 of the operand has 3, the result has 6
    %r = tt.broadcast %v : tensor<1xf32> -> tensor<2x6xf32> => [stretch] the operand has rank 1, the result has 2
    %r = tt.expand_dims %v {axis = 1 : i32} : tensor<2x3xf32> -> tensor<2x1x3xf32> => holds
    %r = tt.expand_dims %v {axis = 0 : i32} : tensor<2x3xf32> -> tensor<2x1x3xf32> => [expand_dims] axis 0: the result has 2, not 1
    %r = "ttir.broadcast"(%v, %o) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<2x1xf32>, tensor<2x2xf32>) -> tensor<2x2xf32> => holds
    %r = "onnx.Expand"(%v, %s) : (tensor<3x1xf32>, tensor<3xi64>) -> tensor<2x3x4xf32> => holds
    %r = "onnx.Expand"(%v, %s) : (tensor<3x?xf32>, tensor<3xi64>) -> tensor<2x5x4xf32> => [stretch] axis 1: axis 0 of the operand has 3, the result has 5
    %r = "tfl.broadcast_to"(%v, %s) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<3xf32> => [stretch] the operand has rank 2, the result has 1
    %r = torch.aten.expand %v, %s, %no : !torch.vtensor<[2,1],f32>, !torch.list<int>, !torch.bool -> !torch.vtensor<[3,4],f32> => [stretch] axis 0: axis 0 of the operand has 2, the result has 3
    # products of matrices, and their leading axes
    %r = "onnx.MatMul"(%a, %b) : (tensor<5x1x2x3xf32>, tensor<4x3x6xf32>) -> tensor<5x4x2x6xf32> => holds
    %r = "onnx.MatMul"(%a, %b) : (tensor<2x2x3xf32>, tensor<4x3x6xf32>) -> tensor<4x2x6xf32> => [onnx.X4] axis 0: operand 0 has 2, operand 1 has 4
    %r = "onnx.MatMul"(%a, %b) : (tensor<2x3xf32>, tensor<4x6xf32>) -> tensor<2x6xf32> => [product] operand 0 has 3 columns, operand 1 has 4 rows
    %r = "onnx.MatMul"(%a, %b) : (tensor<2x?xf32>, tensor<4x6xf32>) -> tensor<3x6xf32> => [onnx.X6] axis 0: the result has 3, not the inferred 2
    %r = "onnx.MatMul"(%a, %b) : (tensor<3xf32>, tensor<4x3x6xf32>) -> tensor<4x6xf32> => holds
    %r = "onnx.MatMul"(%a, %b) : (tensor<4x2x3xf32>, tensor<3xf32>) -> tensor<4x3xf32> => [onnx.X6] axis 1: the result has 3, not the inferred 2
    %r = "onnx.Gemm"(%a, %b, %c) {transB = 1 : si64} : (tensor<2x3xf32>, tensor<4x3xf32>, tensor<4xf32>) -> tensor<2x4xf32> => holds
    %r = "onnx.Gemm"(%a, %b, %c) {transB = 1 : si64} : (tensor<2x3xf32>, tensor<4x3xf32>, tensor<3xf32>) -> tensor<2x4xf32> => [product] axis 1: axis 0 of the third operand has 3, the result has 4
    %r = "tf.BatchMatMulV2"(%a, %b) {adj_x = true, adj_y = false} : (tensor<3x2xf32>, tensor<3x4xf32>) -> tensor<2x4xf32> => holds
    %r = torch.aten.bmm %a, %b : !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[1,4,5],f32> -> !torch.vtensor<[2,3,5],f32> => [indexed] axis 0: axis 0 of operand 0 has 2, axis 0 of operand 1 has 1
    %r = tosa.fully_connected %a, %b, %c : (tensor<2x3xf32>, tensor<4x3xf32>, tensor<1xf32>) -> tensor<2x4xf32> => holds
    %r = tosa.fully_connected %a, %b, %c : (tensor<2x3xf32>, tensor<4x3xf32>, tensor<3xf32>) -> tensor<2x4xf32> => [indexed] axis 0: axis 0 of operand 1 has 4, axis 0 of operand 2 has 3
    %r = tosa.matmul %a, %b, %z, %z : (tensor<1x2x3xi8>, tensor<1x3x4xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x4xi32> => holds
    # maps
    %r = linalg.matmul ins(%a, %b : tensor<2x3xf32>, tensor<3x4xf32>) outs(%c : tensor<2x5xf32>) -> tensor<2x5xf32> => [indexed] axis 1: axis 1 of operand 1 has 4, axis 1 of operand 2 has 5
    %r = linalg.matmul ins(%a, %b : tensor<2x3xf32>, tensor<3x4xf32>) outs(%c : tensor<2x4xf32>) -> tensor<2x5xf32> => [indexed] the result is 2x5, the init is 2x4
    %r = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<3xf32>, tensor<3x4xf32>) outs(%c : tensor<2x4xf32>) -> tensor<2x4xf32> => holds
    # MLIR compares nothing if it does not know every range
    %r = linalg.matmul ins(%a, %b : tensor<?x3xf32>, tensor<9x4xf32>) outs(%c : tensor<?x4xf32>) -> tensor<?x4xf32> => holds
    #m = affine_map<(i, j) -> (i)>\n%r = linalg.generic {indexing_maps = [#m, affine_map<(i, j) -> (0, j)>], iterator_types = []} ins(%a : tensor<2xf32>) outs(%b : tensor<1x3xf32>) { } -> tensor<1x3xf32> => holds
    %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = []} ins(%a : tensor<2xf32>) outs(%b : tensor<2x3xf32>) { } -> tensor<2x3xf32> => [indexed] axis 1: axis 0 of operand 0 has 2, axis 1 of operand 1 has 3
    # ONNX's operations in torch, TTIR's
    %r = torch.operator "onnx.Mul"(%a, %b) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2],f32>) -> !torch.vtensor<[2,3],f32> => [onnx.X4] axis 1: operand 0 has 3, operand 1 has 2
    %r = "onnx.PRelu"(%a, %b) : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32> => [onnx.X6] rank 1 against rank 2
    %r = "ttir.add"(%a, %b, %o) : (tensor<2x3xf32>, tensor<3xf32>, tensor<2x4xf32>) -> tensor<2x4xf32> => [mlir.V4] axis 1: the result has 4, not the inferred 3
    %r = "tf.NotEqual"(%a, %b) {incompatible_shape_error = false} : (tensor<2xf32>, tensor<3xf32>) -> tensor<*xi1> => holds
    %r = "tf.NotEqual"(%a, %b) {incompatible_shape_error = true} : (tensor<2xf32>, tensor<3xf32>) -> tensor<*xi1> => [mlir.I6] axis 0: operand 0 has 2, operand 1 has 3
    # windows
    %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<1x9x9x3xf32>, tensor<2x2x3x5xf32>) outs(%c : tensor<1x8x8x5xf32>) -> tensor<1x8x8x5xf32> => holds
    %r = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<3xi64>} ins(%a, %b : tensor<1x9x9x3xf32>, tensor<2x2x3x5xf32>) outs(%c : tensor<1x8x8x5xf32>) -> tensor<1x8x8x5xf32> => [indexed] the strides are not a list of 2
    %r = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<1x2xi64>} ins(%a, %b : tensor<1x9x9x3xf32>, tensor<2x2x3x5xf32>) outs(%c : tensor<1x8x8x5xf32>) -> tensor<1x8x8x5xf32> => [indexed] the strides are not a list of 2
    %r = linalg.conv_2d_nhwc_hwcf ins(%a, %b : tensor<1x9x9x4xf32>, tensor<2x2x3x5xf32>) outs(%c : tensor<1x8x8x5xf32>) -> tensor<1x8x8x5xf32> => [indexed] axis 2: axis 3 of operand 0 has 4, axis 2 of operand 1 has 3
    %r = linalg.fill ins(%a : f32) outs(%b : tensor<2xf32>) -> tensor<3xf32> => [indexed] the result is 3, the init is 2
    # the same shapes, ranks or numbers of elements
    %r = "stablehlo.batch_norm_inference"(%a, %b, %b, %b, %b) : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>) -> tensor<2x3xf32> => [same] axis 0: operand 1 has 3, operand 3 has 4
    %r = stablehlo.dynamic_update_slice %a, %b, %i : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<5xf32> => [same] axis 0: operand 0 has 4, the result has 5
    %r = stablehlo.dynamic_update_slice %a, %b, %i : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32> => holds
    %r = stablehlo.reverse %a, dims = [0] : (tensor<4xf32>) -> tensor<5xf32> => [same] axis 0: operand 0 has 4, the result has 5
    %r = stablehlo.reshape %a : (tensor<4xf32>) -> tensor<2x3xf32> => [reshape] the operand has 4 elements, the result has 6
    %r = stablehlo.reshape %a : (tensor<4xf32>) -> tensor<2x2xf32> => holds
    %r = tosa.pad %a, %b : (tensor<4xf32>, tensor<2xi32>) -> tensor<6x1xf32> => [ranks] an operand has rank 1, a result has 2
    %r = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32> => holds
    %r = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32> => [permuted] axis 0: the result has 2, not 3
    %r = stablehlo.transpose %a, dims = [1, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32> => [permuted] the order has 1 twice
    %r = tosa.transpose %a, %p : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<6xf32> => [permuted] the result has rank 1, not 2
    %r = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32> => holds
    %r = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32> => [reduce] axis 0: the result has 2, not 3
    %r = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [2] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32> => [reduce] dimensions has 2, for rank 2
    %r = tensor.from_elements %a, %b : tensor<3xi32> => [elements] 2 elements are given, the result has 3
    %r = tensor.from_elements %a, %b : tensor<2x1xi32> => holds
    %r = torch.vtensor.literal(dense<1> : tensor<3xsi64>) : !torch.vtensor<[4],si64> => [same] axis 0: operand 0 has 3, the result has 4
    %r = "tosa.const"() {value = dense<1> : tensor<3xi32>} : () -> tensor<4xi32> => [same] axis 0: operand 0 has 3, the result has 4
    %r = memref.cast %m : memref<4x?xf32> to memref<?x4xf32> => holds
    %r = memref.cast %m : memref<4x?xf32> to memref<5x?xf32> => [same] axis 0: operand 0 has 4, the result has 5
    linalg.reduce ins(%a : tensor<2x3xf32>) outs(%b : tensor<2xf32>) dimensions = [0] => [reduce] axis 0: the result has 2, not 3
    linalg.transpose ins(%a : tensor<2x3xf32>) outs(%b : tensor<3x2xf32>) permutation = [1, 0] => holds
    linalg.transpose ins(%a : tensor<2x3xf32>) outs(%b : tensor<3x2xf32>) permutation = [1] => [permuted] the order has 1 axes, for rank 2
    # quantisation along an axis
    %r = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<2x!quant.uniform<i8:f32:0, {0.5:1, 0.25:2}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {0.5:1, 0.25:2}>> => holds
    %r = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<2x!quant.uniform<i8:f32:0, {0.5:1, 0.25:2}>>) -> tensor<3x2x!quant.uniform<i8:f32:0, {0.5:1, 0.25:2, 0.5}>> => [stablehlo.C6] the elements are !quant.uniform<i8:f32:0, {0.5:1, 0.25:2}>, and !quant.uniform<i8:f32:0, {0.5:1, 0.25:2, 0.5}> in the result
    %r = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<1x!quant.uniform<i8:f32:0, {0.5}>>) -> tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.5}>> => holds
    %r = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<1x!quant.uniform<i8:f32:0, {0.5}>>) -> tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.25}>> => [stablehlo.C6] the elements are !quant.uniform<i8:f32:0, {0.5}>, and !quant.uniform<i8:f32:0, {0.5, 0.25}> in the result
    %r = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<1x!quant.uniform<i8:f32:0, {0.5}>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>> => [stablehlo.C1] the elements are !quant.uniform<i8:f32:0, {0.5}>, and !quant.uniform<i8:f32, 0.5> in the result
)-",
              [this](std::string const& operation) { return told(operation); });
}

/// Of every two shapes of rank 3 or less, and sizes of 3 or less.
TEST_F(Verify, AProductIsThatOfTheTranscription) {
  std::vector<std::vector<std::int64_t>> shapes;
  for (std::int64_t m : {1, 2}) {
    shapes.push_back({m});
    for (std::int64_t n : {1, 2}) {
      shapes.push_back({m, n});
      for (std::int64_t p : {1, 2, 3}) shapes.push_back({p, m, n});
    }
  }
  std::string text, expected;
  std::size_t line = 0;
  const auto type = [](std::vector<std::int64_t> const& shape) {
    std::string sizes;
    for (std::int64_t n : shape) sizes += std::to_string(n) + "x";
    return "tensor<" + sizes + "f32>";
  };
  std::vector<bool> legal;
  for (auto const& a : shapes) {
    for (auto const& b : shapes) {
      if (a.size() == 1 && b.size() == 1) continue;  // of a dialect's own kind
      const auto product = ::bcast::proptests::product_of(a, b);
      const auto shape = product ? product->shape : std::vector<std::int64_t>{1, 2, 2};
      text += "%r = \"onnx.MatMul\"(%a, %b) : (" + type(a) + ", " + type(b) + ") -> " +
              type(shape) + "\n";
      legal.push_back(product.has_value());
    }
  }
  const std::string said = errors(file_of(text));
  for (const bool holds : legal) {
    const bool fails = said.find("\n" + std::to_string(++line) + ":") != std::string::npos ||
                       said.starts_with(std::to_string(line) + ":");
    EXPECT_NE(fails, holds) << line;
  }
  EXPECT_EQ(line, 320U);
}

TEST_F(Verify, TheTypesOfElementsAreComparedIfAsked) {
  const std::string name = file_of(
      "%0 = \"tosa.add\"(%a, %b) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>\n"
      "%1 = \"tosa.select\"(%c, %a, %a) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> "
      "tensor<2xf32>\n"
      "%2 = torch.aten.add.Tensor %x, %y, %one : !torch.vtensor<[2],f32>, "
      "!torch.vtensor<[2],f64>, !torch.int -> !torch.vtensor<[2],f64>\n"
      "%3 = math.absf %1 : tensor<2xf16>\n");
  EXPECT_EQ(errors(name), "");
  EXPECT_EQ(errors(name, "--types"),
            "1:6: error: 'tosa.add' op [types] operand 0 has f32, operand 1 has f64\n"
            "4:6: error: 'math.absf' op [operand_type] operand 0 is tensor<2xf16> here, and "
            "tensor<2xf32> where it is defined\n");
}

/// `--rules-of` is of the table's rules.
TEST_F(Verify, ARuleOfOnesOwnKeepsItsRule) {
  const std::string zero = " %a, %b : (tensor<0xf32>, tensor<1xf32>) -> tensor<0xf32>\n";
  const std::string both = file_of("%0 = my.add" + zero + "%1 = tosa.add" + zero);
  const std::string own =
      "1:6: warning: 'my.add' op [mlir.G1] axis 0: no answer: a static size of "
      "0 has no row\n";
  EXPECT_EQ(errors(both, "--rule my.add=mlir --rules-of mlir@19"), own);
  EXPECT_EQ(errors(both, "--rule my.add=mlir --rule your.add=same --rules-of mlir@19"), own);
  EXPECT_EQ(errors(both, "--rule my.add=mlir@19 --rules-of mlir"),
            "2:6: warning: 'tosa.add' op [mlir.G1] axis 0: no answer: a static size of 0 has no "
            "row\n");
  const std::string placed = file_of(
      "%0 = my.add %a, %b {broadcast_dimensions = array<i64: 0>}"
      " : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>\n");
  EXPECT_EQ(errors(placed, "--rule my.add=chlo"), "");
  EXPECT_EQ(errors(placed, "--rule my.add=mlir@19"),
            "1:6: error: 'my.add' op [mlir.I6] axis 1: operand 0 has 3, operand 1 has 2\n");
  const ran r = bcast("verify --rule my.add=broadcast " + both);
  EXPECT_EQ(r.status, 2);
  EXPECT_TRUE(r.out.starts_with("bcast: no rule is called 'broadcast'; there are ")) << r.out;
  EXPECT_TRUE(bcast("verify --rule my.add=mlri " + both)
                  .out.starts_with("bcast: no rule is called 'mlri'; did you mean 'mlir'?"));
}
}  // namespace verify_relations_test
