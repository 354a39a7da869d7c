// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// What the package in Python calls. It is loaded by ctypes, so that one wheel fits every Python.
/// Texts are JSON in UTF-8 and end with 0; a returned text is freed by bcast_python_free. Nothing
/// throws: what goes wrong is an object with `error`.
extern "C" {

/// Answers one question; see explain/question.hpp. Null if no memory is left.
__attribute__((visibility("default"))) char* bcast_python_answer(char const* question);

__attribute__((visibility("default"))) void bcast_python_free(char* text);
}
