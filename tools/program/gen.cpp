// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <iostream>
#include <stdexcept>
#include <string>

#include "answers/answer.hpp"
#include "command/files.hpp"
#include "commands.hpp"
#include "oracle/plain.hpp"
#include "pipe/asks.hpp"
#include "subjects/subjects.hpp"
#include "support/numbers.hpp"

namespace bcast::program {
namespace {

kit::subject declared_by(std::string const& file) {
  const std::string text = proptests::read_file(file);
  try {
    return proptests::declared_in(text);
  } catch (std::invalid_argument const& e) {
    throw std::invalid_argument(file + ": " + e.what());
  }
}

/// A correct implementation under a rule that declares no more than it is asked for.
kit::subject right_by(gen_arguments const& a) {
  kit::subject right = proptests::plain(), declared;
  right.declares = {};
  right.declares.ops = {"broadcast", "copy", "sub"};
  right.declares.dtypes = {"bool", "int32", "double"};
  right.declares.max_operands = 2;
  right.declares.strided = false;
  right.declares.overlap = false;
  if (!a.capabilities.empty()) {
    declared = declared_by(a.capabilities);
    right.rule = declared.rule;
    right.declares = declared.declares;
  }
  if (a.rule) right.rule = answers::rule_meant(*a.rule);
  if (right.rule != "array_api") {
    const kit::subject verifier = subjects::verifier(right.rule);
    right.broadcast_shapes = verifier.broadcast_shapes;
    right.verify = verifier.verify;
    if (a.capabilities.empty()) right.declares.unknown = true;
  }
  if (a.capabilities.empty()) {  // products are for those who have them
    right.matmul_shape = nullptr;
    right.matmul = nullptr;
    return right;
  }
  const auto keep = [&](auto function) {
    if (!(declared.*function)) right.*function = nullptr;
  };
  keep(&kit::subject::broadcast_shapes);
  keep(&kit::subject::verify);
  keep(&kit::subject::expand);
  keep(&kit::subject::apply);
  keep(&kit::subject::adjoint);
  keep(&kit::subject::matmul_shape);
  keep(&kit::subject::matmul);
  return right;
}

}  // namespace

int gen(gen_arguments const& a) {
  proptests::asked_run which = a.which;
  which.seed = proptests::given_seed(a.seed).value_or(0);
  std::ios::sync_with_stdio(false);
  proptests::write_asks(which, right_by(a), std::cout);
  if (!std::cout) throw std::runtime_error("standard output cannot be written");
  return holds;
}

}  // namespace bcast::program
