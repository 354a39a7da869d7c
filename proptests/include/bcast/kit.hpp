// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

/// The kit: an implementation of broadcasting, `kit::subject`, is checked against the laws.
///
/// - `proptests::run` asks one law in this process. `run_all_isolated` asks in child processes,
///   where a crash or a hang is a failure like any other.
/// - `proptests::check_main` is the command `check` as a program of your own.
/// - `proptests::pipe_subject` is an implementation in another program, `load_subjects` those of a
///   shared library.
/// - `proptests::report`, `table`, `to_json` and `to_junit` print what came out.
///
/// `proptests::test` is a law as a test of any framework. `bcast/proptests/gtest.hpp`, for
/// GoogleTest, and `bcast/proptests/generators.hpp`, for RapidCheck, are separate because they need
/// those packages.
namespace bcast {}

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/command.hpp"
#include "bcast/proptests/isolate.hpp"
#include "bcast/proptests/laws.hpp"
#include "bcast/proptests/pipe.hpp"
#include "bcast/proptests/reports.hpp"
#include "bcast/proptests/run.hpp"
#include "bcast/proptests/table.hpp"
#include "bcast/proptests/test.hpp"
#include "bcast/proptests/text.hpp"
