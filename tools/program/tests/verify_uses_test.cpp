// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <string>

#include "tests/support/rows.hpp"
#include "tests/support/verified.hpp"

// `bcast verify` and the types of one value, whatever operations have it.

namespace verify_uses_test {

using bcast::tests::expect_rows;
using bcast::tests::Verify;

/// The first error of a function, or that it holds.
class VerifyUses : public Verify {
 protected:
  std::string said_of(std::string const& row);
};

/// Statements between semicolons, in a function with operands of some types.
std::string function_of(std::string statements) {
  for (std::size_t at = 0; (at = statements.find("; ", at)) != std::string::npos;) {
    statements.replace(at, 2, "\n");
  }
  const std::size_t outside = statements.find("| ");  // behind what stands outside of it
  std::string before;
  if (outside != std::string::npos) {
    before = statements.substr(0, outside) + "\n";
    statements.erase(0, outside + 2);
  }
  return before +
         "func.func @f(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %m: memref<4x8xf32>, "
         "%v: vector<8xf32>, %p: tensor<8x!tt.ptr<f32>>, %c: i1, %n: index) {\n" +
         statements + "\nreturn\n}\n";
}

std::string VerifyUses::said_of(std::string const& row) {
  const std::string said = errors(file_of(function_of(row)), "--allow-nothing");
  if (said.empty()) return "holds";
  const std::size_t begin = said.find("] ") + 2;
  return said.substr(begin, said.find('\n') - begin);
}

TEST_F(VerifyUses, AValueHasOneTypeWhereverItIs) {
  expect_rows(R"-(
    # an operation without a rule, of any form
    my.print %a : tensor<4x9xf32> => operand 0 is tensor<4x9xf32> here, and tensor<4x8xf32> where it is defined
    my.print %a : tensor<4x8xf32> => holds
    my.print %a : tensor<4x9xf64> => holds
    memref.store %n, %m[%n, %n] : memref<5x8xf32> => operand 1 is memref<5x8xf32> here, and memref<4x8xf32> where it is defined
    memref.copy %m, %m : memref<4x8xf32> to memref<4x9xf32> => operand 1 is memref<4x9xf32> here, and memref<4x8xf32> where it is defined
    vector.store %v, %m[%n, %n] : memref<4x8xf32>, vector<9xf32> => operand 0 is vector<9xf32> here, and vector<8xf32> where it is defined
    vector.store %v, %m[%n, %n] : memref<4x8xf32>, vector<8xf32> => holds
    %r = my.two %a, %b : tensor<4x8xf32>, tensor<7xf32> -> tensor<4x8xf32> => operand 1 is tensor<7xf32> here, and tensor<8xf32> where it is defined
    %r = my.call(%a, %b) {at = 1} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<8xf32>; my.use %r : tensor<9xf32> => operand 0 is tensor<9xf32> here, and tensor<8xf32> where it is defined
    %r = my.conv(%a, %b) dims = [b, f]x[i, o]->[b, f] : (tensor<4x8xf32>, tensor<1xf32>) -> tensor<8xf32> => operand 1 is tensor<1xf32> here, and tensor<8xf32> where it is defined
    %r = vector.outerproduct %v, %v, %w : vector<8xf32>, vector<8xf32> => holds
    %r = vector.transfer_read %w[%n], %v : memref<?xvector<8xf32>>, vector<1x8xf32> => holds
    tensor.collapse_shape %a [[0, 1]] : tensor<4x8xf32> into tensor<32xf32> => holds
    # the result is none of the operands' types, or the one after a word
    %r = tensor.collapse_shape %a [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>; my.use %r : tensor<33xf32> => operand 0 is tensor<33xf32> here, and tensor<32xf32> where it is defined
    %r = tensor.dim %a, %n : tensor<4x8xf32>; %s = tensor.empty(%r) : tensor<?x8xf32> => holds
    %r = my.reduce %a : tensor<4x8xf32>; my.use %r : tensor<4xf32> => holds
    # sizes inside other types
    %r = my.make : !my.box<tensor<4xf32>>; my.use %r : !my.box<tensor<5xf32>> => operand 0 is !my.box<tensor<5xf32>> here, and !my.box<tensor<4xf32>> where it is defined
    %r = my.make : !my.box<tensor<4xf32>>; my.use %r : !my.box< tensor<4xf32> > => holds
    %r = stablehlo.tuple %b : tuple<tensor<8xf32>>; my.use %r : tuple<tensor<9xf32>> => operand 0 is tuple<tensor<9xf32>> here, and tuple<tensor<8xf32>> where it is defined
    %r = memref.alloc() : memref<2xvector<4xf32>>; memref.dealloc %r : memref<2xvector<8xf32>> => operand 0 is memref<2xvector<8xf32>> here, and memref<2xvector<4xf32>> where it is defined
    # Triton writes the type of the pointers alone
    tt.store %p, %b : tensor<8x!tt.ptr<f32>> => holds
    tt.store %p, %a : tensor<8x!tt.ptr<f32>> => operand 1 is tensor<8x!tt.ptr<f32>> here, and tensor<4x8xf32> where it is defined
    %r = tt.load %p : tensor<8x!tt.ptr<f32>>; my.use %r : tensor<8xf32> => holds
    %r = tt.dot %a, %b, %b : tensor<4x8xf32> * tensor<8x2xf32> -> tensor<4x2xf32> => operand 1 is tensor<4x8xf32> or tensor<8x2xf32> or tensor<4x2xf32> here, and tensor<8xf32> where it is defined
)-",
              [this](std::string const& row) { return said_of(row); });
}

TEST_F(VerifyUses, LoopsGlobalsAndLiteralsHaveOneShape) {
  expect_rows(R"-(
    %r = scf.for %i = %n to %n step %n iter_args(%x = %b) -> (tensor<9xf32>) {; scf.yield %x : tensor<9xf32>; } => operand 0 is tensor<9xf32> here, and tensor<8xf32> where it is defined
    %r = scf.for %i = %n to %n step %n iter_args(%x = %b) -> (tensor<8xf32>) {; scf.yield %x : tensor<8xf32>; } => holds
    %r = scf.while (%x = %b) : (tensor<8xf32>) -> tensor<4x8xf32> {; scf.condition(%c) %a : tensor<4x8xf32>; } do {; ^bb0(%y: tensor<4x8xf32>):; scf.yield %b : tensor<8xf32>; } => holds
    %r = scf.while (%x = %b) : (tensor<8xf32>) -> tensor<4x8xf32> {; scf.condition(%c) %b : tensor<8xf32>; } do {; ^bb0(%y: tensor<4x8xf32>):; scf.yield %b : tensor<8xf32>; } => operand 0 is tensor<8xf32> here, and tensor<4x8xf32> as a result of scf.while
    %r = scf.while (%x = %b) : (tensor<8xf32>) -> tensor<4x8xf32> {; scf.condition(%c) %a : tensor<4x8xf32>; } do {; ^bb0(%y: tensor<4x8xf32>):; scf.yield %y : tensor<4x8xf32>; } => operand 0 is tensor<4x8xf32> here, and tensor<8xf32> as a result of scf.while
    %r = stablehlo.while(%x = %b) : tensor<8xf32>; cond {; stablehlo.return %c : i1; } do {; stablehlo.return %a : tensor<4x8xf32>; } => operand 0 is tensor<4x8xf32> here, and tensor<8xf32> as a result of stablehlo.while
    memref.global "private" @g : memref<4xf32> | %r = memref.get_global @g : memref<5xf32> => result 0 is memref<5xf32> here, and memref<4xf32> in @g
    memref.global "private" @g : memref<4xf32> | %r = memref.get_global @g : memref<4xf32> => holds
    %r = my.constant dense<[[1, 2], [3, 4]]> : tensor<2x3xi32> => the shape of the elements is 2x2 here, and tensor<2x3xi32> in their type
    %r = my.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32> => holds
    %r = my.constant dense<[]> : tensor<0xi32> => holds
    %r = my.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<3xcomplex<f32>> => the shape of the elements is 2 here, and tensor<3xcomplex<f32>> in their type
    my.global @g : tensor<4xf32> = dense<1.0> : tensor<5xf32> | %r = tosa.abs %b : (tensor<8xf32>) -> tensor<8xf32> => the literal is tensor<5xf32> here, and tensor<4xf32> in the type that it is given
    my.global @g : tensor<4xi16> = dense<"0x00010002"> | %r = tosa.abs %b : (tensor<8xf32>) -> tensor<8xf32> => the number of bytes is 4 here, and tensor<4xi16> in their type
    my.global @g : tensor<2xi16> = dense<"0x00010002"> | %r = tosa.abs %b : (tensor<8xf32>) -> tensor<8xf32> => holds
    #s = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }> | my.use %w : tensor<4x8xf32, #s> => the number of dimensions of the layout is 1 here, and 2 in the rank
    my.use %w : memref<4x8xf32, affine_map<(i, j)[s] -> (i, j)>> => holds
    my.copy(%m, %m) : (memref<4x8xf32>, memref<4x9xf32>) => operand 1 is memref<4x9xf32> here, and memref<4x8xf32> where it is defined
    memref.global "private" @"g.h" : memref<4xf32> | %r = memref.get_global @"g.h" : memref<5xf32> => result 0 is memref<5xf32> here, and memref<4xf32> in @g.h
    ml_program.func @g() -> tensor<8xf32> {; ml_program.return %a : tensor<4x8xf32>; } => operand 0 is tensor<4x8xf32> here, and tensor<8xf32> as a result of @g
    my.use %w : !spirv.ptr<vector<5xf32>, Input> => a vector is vector<5xf32> here, and of one size, of 4 or less in SPIR-V
    my.dealloc (%b, %a : tensor<8xf32>, tensor<4x9xf32>) if (%c) => operand 1 is tensor<4x9xf32> here, and tensor<4x8xf32> where it is defined
    %r = stablehlo.reduce(%b init: %w) across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>; reducer(%x: tensor<4xf32>, %y: tensor<4xf32>) {; my.use %y : tensor<5xf32>; } => operand 0 is tensor<5xf32> here, and tensor<4xf32> where it is defined
    "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "h"}> ({; ^bb0(%x: tensor<3xf32>):; "func.return"() : () -> (); }) : () -> () => argument 0 is tensor<3xf32> here, and tensor<2xf32> as given by the function
    my.use %m : memref<4x8xf32, strided<[8]>> => the number of strides is 1 here, and 2 in the rank
    my.use %w : tensor<?x8xf32, #stablehlo.bounds<4>> => the number of bounds is 1 here, and 2 in the rank
    #maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>] | %r = linalg.generic {indexing_maps = #maps, iterator_types = ["parallel", "parallel"]} ins(%a, %w : tensor<4x8xf32>, tensor<4xf32>) outs(%a : tensor<4x8xf32>) {; ^bb0(%i: f32, %j: f32, %k: f32):; linalg.yield %i : f32; } -> tensor<4x8xf32> => axis 0: axis 1 of operand 0 has 8, axis 0 of operand 1 has 4
    #trait = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} | %r = linalg.generic #trait ins(%b : tensor<8xf32>) outs(%w : tensor<4xf32>) {; ^bb0(%i: f32, %j: f32):; linalg.yield %i : f32; } -> tensor<4xf32> => axis 0: axis 0 of operand 0 has 8, axis 0 of operand 1 has 4
)-",
              [this](std::string const& row) { return said_of(row); });
}

}  // namespace verify_uses_test
