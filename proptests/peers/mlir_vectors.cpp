// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <mlir/Dialect/Traits.h>
#include <mlir/IR/Block.h>
#include <mlir/IR/BuiltinTypes.h>
#include <mlir/IR/Diagnostics.h>
#include <mlir/IR/MLIRContext.h>
#include <mlir/IR/Operation.h>
#include <mlir/IR/OperationSupport.h>

#include <cstdio>
#include <variant>
#include <vector>

#include "bcast/verifier/verifier.hpp"

// test.broadcastable refuses vectors by its types; the trait itself does not. Every pair of
// operands with every result, each a tensor or a vector of rank <= 2 with sizes 1, 2, 3, is checked
// by the trait in MLIR's library and by the rule mlir@19. Exit status: 0 if they agree, 1 if
// not.

namespace {

namespace verifier = bcast::verifier;

std::vector<verifier::type> types() {
  std::vector<verifier::type> all;
  for (const auto container : {verifier::container::tensor, verifier::container::vector}) {
    all.push_back({{}, true, container});
    for (std::int64_t a : {1, 2, 3}) {
      all.push_back({{a}, true, container});
      for (std::int64_t b : {1, 2, 3}) all.push_back({{a, b}, true, container});
    }
  }
  return all;
}

mlir::Type to_mlir(mlir::MLIRContext& context, verifier::type const& t) {
  std::vector<std::int64_t> sizes;
  for (bcast::spec::dim d : t.sizes) sizes.push_back(d.size());
  const mlir::Type element = mlir::IntegerType::get(&context, 32);
  if (t.container == verifier::container::vector) return mlir::VectorType::get(sizes, element);
  return mlir::RankedTensorType::get(sizes, element);
}

}  // namespace

int main() {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  const mlir::ScopedDiagnosticHandler quiet(&context,
                                            [](mlir::Diagnostic&) { return mlir::success(); });
  const mlir::Location where = mlir::UnknownLoc::get(&context);
  const auto rule = verifier::rule_of("mlir@19");
  const std::vector<verifier::type> all = types();
  int cases = 0, differ = 0;
  for (verifier::type const& a : all) {
    for (verifier::type const& b : all) {
      for (verifier::type const& result : all) {
        mlir::Block block;
        mlir::OperationState made(where, "peer.broadcast");
        made.addOperands({block.addArgument(to_mlir(context, a), where),
                          block.addArgument(to_mlir(context, b), where)});
        made.addTypes(to_mlir(context, result));
        mlir::Operation* op = mlir::Operation::create(made);
        const bool expected =
            mlir::succeeded(mlir::OpTrait::impl::verifyCompatibleOperandBroadcast(op));
        op->destroy();
        const auto got = verifier::verify(rule, std::vector{a, b}, result);
        const bool accepted = std::holds_alternative<verifier::type>(got);
        ++cases;
        if (accepted == expected) continue;
        if (++differ == 1) {
          std::printf("%s %s -> %s: MLIR %s\n", to_string(a).c_str(), to_string(b).c_str(),
                      to_string(result).c_str(), expected ? "accepts" : "rejects");
        }
      }
    }
  }
  std::printf("%d of %d cases agree\n", cases - differ, cases);
  return differ == 0 ? 0 : 1;
}
