// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <nlohmann/json_fwd.hpp>

/// The questions that the package in Python asks.
namespace bcast::python {

using json = nlohmann::ordered_json;

/// Answers a question. `ask` is one of
///
/// - `shape`, `explain`: of `shapes`, and optionally `profile`, `dims`, and for `explain` `at` and
///   `result`; `verify`: of `shapes` and `result`; `index`: of `shapes` and `at`. A shape is text,
///   or a list as the pipe writes it.
/// - `profiles`: nothing more.
///
/// Throws std::invalid_argument for anything that is wrong with it.
json answer(json const& question);

}  // namespace bcast::python
