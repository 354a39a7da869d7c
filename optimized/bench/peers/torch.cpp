// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <ATen/ATen.h>
#include <ATen/ExpandUtils.h>
#include <ATen/Parallel.h>
#include <c10/core/InferenceMode.h>
#include <torch/csrc/api/include/torch/version.h>

#include "peers.hpp"

namespace bcast::engine::bench {
namespace {

at::ScalarType type_of(element e) {
  switch (e) {
    case element::f64:
      return at::kDouble;
    case element::i8:
      return at::kChar;
    case element::bf16:
      return at::kBFloat16;
    case element::f16:
      return at::kHalf;
    case element::f32:
      break;
  }
  return at::kFloat;
}

at::Tensor tensor(std::byte const* data, layout const& where, at::ScalarType type) {
  return at::from_blob(const_cast<std::byte*>(data), where.sizes, where.strides,
                       at::TensorOptions().dtype(type));
}

class pytorch : public contestant {
 public:
  std::string name() const override { return "PyTorch"; }
  std::string version() const override { return TORCH_VERSION " (C++)"; }
  role plays() const override { return role::library; }

  std::vector<entrant> prepare(task const& t) override {
    workload const& w = t.what;
    if (w.what == operation::shape) return common_shape(t);
    at::set_num_threads(t.threads);
    const at::ScalarType type = type_of(w.type);
    at::Tensor z = tensor(t.result<std::byte>(), contiguous(w.result), type);
    const auto x = [&](std::size_t k) {
      const bool condition = has_condition(w.what) && k == 0;
      return tensor(t.operand<std::byte>(k), layout_of(w, k), condition ? at::kBool : type);
    };
    switch (w.what) {
      case operation::add:
        return {in_process("", [z, a = x(0), b = x(1)]() mutable { at::add_out(z, a, b); })};
      case operation::multiply:
        return {in_process("", [z, a = x(0), b = x(1)]() mutable { at::mul_out(z, a, b); })};
      case operation::copy:
        return {in_process("", [z, a = x(0)] { z.copy_(a); })};
      case operation::where:
        return {in_process(
            "", [z, c = x(0), a = x(1), b = x(2)]() mutable { at::where_out(z, c, a, b); })};
      case operation::multiply_add:
        return {in_process("",
                           [z, a = x(0), b = x(1), c = x(2)]() mutable {
                             at::mul_out(z, a, b);
                             z.add_(c);
                           }),
                in_process("addcmul", [z, a = x(0), b = x(1), c = x(2)]() mutable {
                  at::addcmul_out(z, c, a, b);
                })};
      case operation::add_relu:
        return {in_process("", [z, a = x(0), b = x(1)]() mutable {
          at::add_out(z, a, b);
          z.clamp_min_(0);
        })};
      case operation::scale_mask:
        return {in_process("", [z, m = x(0), a = x(1), b = x(2), c = x(3)]() mutable {
          at::mul_out(z, a, b);
          at::where_out(z, m, z, c);
        })};
      case operation::centre:
        return {in_process("", [z, a = x(0), b = x(1), c = x(2)]() mutable {
          at::sub_out(z, a, b);
          z.mul_(c);
        })};
      case operation::normalise:
        return {in_process("", [z, a = x(0), b = x(1), c = x(2), d = x(3), e = x(4)]() mutable {
          at::sub_out(z, a, b);
          z.mul_(c);
          at::addcmul_out(z, e, z, d);
        })};
      case operation::clamp:
        return {in_process("", [z, a = x(0), b = x(1), c = x(2), d = x(3)]() mutable {
          at::addcmul_out(z, c, a, b);
          at::maximum_out(z, z, d);
        })};
      case operation::add_sat:
      case operation::shape:
        break;
    }
    return {};
  }

 private:
  static std::vector<entrant> common_shape(task const& t) {
    return {in_process("", [z = t.result<std::int64_t>(), a = t.what.operands[0].sizes,
                            b = t.what.operands[1].sizes] {
      const at::DimVector joined = at::infer_size_dimvector(a, b);
      std::copy(joined.begin(), joined.end(), z);
    })};
  }

  c10::InferenceMode without_gradients_;
};

}  // namespace

std::unique_ptr<contestant> make_torch() { return std::make_unique<pytorch>(); }

}  // namespace bcast::engine::bench
