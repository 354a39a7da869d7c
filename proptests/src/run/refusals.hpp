// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/kit/subject.hpp"

/// What the author of an implementation can do about a call that it refused.
namespace bcast::proptests {

/// A call of `broadcast_shapes`, `expand`, `apply` or `adjoint` that gave no result.
struct refused_call {
  std::vector<kit::shape> operands;
  std::optional<kit::shape> target;
  bool failed = false;  ///< by an exception or an error, not by an answer
  std::string why;      ///< the reason that the answer has
};

/// A call's shapes. None for a call that the laws of static shapes do not make.
std::optional<refused_call> call_of(std::vector<kit::shape> const& operands,
                                    std::optional<kit::broadcast_dimensions> const& dimensions);
std::optional<refused_call> call_of(std::vector<kit::shape> const& operands, kit::shape const&);
std::optional<refused_call> call_of(kit::shape const& operand, kit::shape const& target);
std::optional<refused_call> call_of(std::string_view op, std::vector<kit::tensor> const& operands,
                                    std::vector<kit::tensor> const& outputs);
std::optional<refused_call> call_of(kit::tensor const& gradient, kit::tensor const& out);

/// None: a product has a rule of its own.
std::optional<refused_call> call_of(kit::tensor const& a, kit::tensor const& b,
                                    kit::tensor const& out);

/// A law's message about a case, followed by a line for each thing that helps: the reason of the
/// refusal, how to return one, and the declaration of the largest rank.
std::string with_advice(std::string wrong, refused_call const& call, kit::subject const& s);

}  // namespace bcast::proptests
