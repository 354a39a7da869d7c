// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <omp.h>

#include <oneapi/dnnl/dnnl.hpp>

#include "peers.hpp"

namespace bcast::engine::bench {
namespace {

class onednn : public contestant {
 public:
  std::string name() const override { return "oneDNN"; }
  std::string version() const override {
    dnnl::version_t const& v = *dnnl::version();
    return std::to_string(v.major) + '.' + std::to_string(v.minor) + '.' + std::to_string(v.patch);
  }
  role plays() const override { return role::library; }

  std::vector<entrant> prepare(task const& t) override {
    workload const& w = t.what;
    const bool adds = w.what == operation::add || w.what == operation::add_sat;
    if ((!adds && w.what != operation::multiply) || w.type == element::f64) return {};
    omp_set_num_threads(t.threads);
    try {
      const dnnl::binary::desc what(
          adds ? dnnl::algorithm::binary_add : dnnl::algorithm::binary_mul,
          describe(w, layout_of(w, 0)), describe(w, layout_of(w, 1)),
          describe(w, contiguous(w.result)));
      const dnnl::binary::primitive_desc how(what, engine_);
      const dnnl::binary primitive(how);
      const std::unordered_map<int, dnnl::memory> arguments{
          {DNNL_ARG_SRC_0, memory(how.src0_desc(), t.operand<std::byte>(0))},
          {DNNL_ARG_SRC_1, memory(how.src1_desc(), t.operand<std::byte>(1))},
          {DNNL_ARG_DST, memory(how.dst_desc(), t.result<std::byte>())}};
      return {in_process("", [primitive, arguments, this] {
        primitive.execute(stream_, arguments);
        stream_.wait();
      })};
    } catch (dnnl::error const&) {
      return {};
    }
  }

 private:
  static dnnl::memory::data_type type_of(element e) {
    switch (e) {
      case element::i8:
        return dnnl::memory::data_type::s8;
      case element::bf16:
        return dnnl::memory::data_type::bf16;
      case element::f16:
        return dnnl::memory::data_type::f16;
      case element::f32:
      case element::f64:
        break;
    }
    return dnnl::memory::data_type::f32;
  }

  static dnnl::memory::desc describe(workload const& w, layout const& x) {
    const std::size_t rank = std::max<std::size_t>(1, w.result.size());
    const std::size_t missing = rank - x.sizes.size();
    dnnl::memory::dims sizes(rank, 1), strides(rank, 1);
    for (std::size_t a = 0; a < rank; ++a) {
      if (a >= missing) sizes[a] = x.sizes[a - missing];
      if (a >= missing) strides[a] = x.strides[a - missing];
    }
    return {sizes, type_of(w.type), strides};
  }

  dnnl::memory memory(dnnl::memory::desc const& where, std::byte const* data) const {
    return {where, engine_, const_cast<std::byte*>(data)};
  }

  dnnl::engine engine_{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream_{engine_};
};

}  // namespace

std::unique_ptr<contestant> make_onednn() { return std::make_unique<onednn>(); }

}  // namespace bcast::engine::bench
