// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <benchmark/benchmark.h>
#include <mlir/Dialect/Traits.h>
#include <mlir/IR/Block.h>
#include <mlir/IR/BuiltinTypes.h>
#include <mlir/IR/MLIRContext.h>
#include <mlir/IR/Operation.h>
#include <mlir/IR/OperationSupport.h>

#include <cstdint>
#include <variant>
#include <vector>

#include "bcast/verifier/verifier.hpp"

// Verifications per second, compared with MLIR's own trait: two operands of rank 4 and a declared
// result.

namespace {

namespace verifier = bcast::verifier;
using bcast::spec::dim;

using sizes = std::vector<std::int64_t>;  // -1: not known

struct workload {
  const char* name;
  sizes a, b, result;
};

const std::vector<workload>& workloads() {
  static const std::vector<workload> all{
      {"static", {8, 16, 32, 64}, {8, 16, 32, 64}, {8, 16, 32, 64}},
      {"stretched", {8, 1, 32, 1}, {1, 16, 1, 64}, {8, 16, 32, 64}},
      {"unknown", {-1, 16, -1, 64}, {8, -1, 1, 64}, {8, 16, -1, 64}},
      {"lower rank", {8, 16, 32, 64}, {32, 1}, {8, 16, 32, 64}},
  };
  return all;
}

verifier::type type_of(sizes const& s) {
  verifier::type t;
  for (std::int64_t size : s) t.sizes.push_back(size < 0 ? dim() : dim(size));
  return t;
}

void ours(benchmark::State& state, workload const& w, std::string_view rule_name) {
  const auto rule = verifier::rule_of(rule_name);
  const std::vector<verifier::type> operands{type_of(w.a), type_of(w.b)};
  const verifier::type result = type_of(w.result);
  for (auto _ : state) {
    const auto verdict = verifier::verify(rule, operands, result);
    if (!std::holds_alternative<verifier::type>(verdict)) state.SkipWithError("rejected");
    benchmark::DoNotOptimize(&verdict);
  }
  state.SetItemsProcessed(state.iterations());
}

void mlir_trait(benchmark::State& state, workload const& w) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  const mlir::Location where = mlir::UnknownLoc::get(&context);
  const auto type_of = [&](sizes const& s) {
    std::vector<std::int64_t> shape;
    for (std::int64_t size : s) shape.push_back(size < 0 ? mlir::ShapedType::kDynamic : size);
    return mlir::RankedTensorType::get(shape, mlir::IntegerType::get(&context, 32));
  };
  mlir::Block block;
  mlir::OperationState made(where, "bench.broadcast");
  made.addOperands(
      {block.addArgument(type_of(w.a), where), block.addArgument(type_of(w.b), where)});
  made.addTypes(type_of(w.result));
  mlir::Operation* op = mlir::Operation::create(made);
  for (auto _ : state) {
    const bool ok = mlir::succeeded(mlir::OpTrait::impl::verifyCompatibleOperandBroadcast(op));
    if (!ok) state.SkipWithError("rejected");
    benchmark::DoNotOptimize(ok);
  }
  state.SetItemsProcessed(state.iterations());
  op->destroy();
}

}  // namespace

int main(int argc, char** argv) {
  for (workload const& w : workloads()) {
    const std::string name = w.name;
    benchmark::RegisterBenchmark((name + "/MLIR").c_str(),
                                 [&](benchmark::State& s) { mlir_trait(s, w); });
    for (const char* rule : {"mlir@19", "sound"}) {
      benchmark::RegisterBenchmark((name + "/bcast " + rule).c_str(),
                                   [&w, rule](benchmark::State& s) { ours(s, w, rule); });
    }
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
