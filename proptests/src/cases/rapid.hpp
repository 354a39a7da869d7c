// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <rapidcheck.h>

/// What is used of RapidCheck beyond its public interface, which may change with its version.
namespace bcast::proptests::rapid {

using rc::detail::CaseDescription;
using rc::detail::CaseResult;
using rc::detail::checkProperty;
using rc::detail::checkTestable;
using rc::detail::Example;
using rc::detail::FailureResult;
using rc::detail::Property;
using rc::detail::SuccessResult;
using rc::detail::TestListener;
using rc::detail::TestMetadata;
using rc::detail::TestParams;
using rc::detail::TestResult;

}  // namespace bcast::proptests::rapid
