// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "bcast/proptests/laws.hpp"
#include "bcast/proptests/run.hpp"
#include "bcast/proptests/table.hpp"
#include "bcast/proptests/text.hpp"
#include "cases/element_kinds.hpp"
#include "mutants/mutants.hpp"
#include "oracle/plain.hpp"
#include "pipe/contract.hpp"
#include "tests/support/one_answer.hpp"

// Products of matrices through each binding: a right implementation holds, a wrong one is caught.

namespace product_bindings_test {

namespace kit = bcast::kit;
using namespace bcast::proptests;

kit::shape shape_of(bcast_dims const& d) {
  kit::shape t;
  for (int k = 0; k < d.rank; ++k) t.sizes.emplace_back(d.size[k]);
  return t;
}

kit::tensor tensor_of(bcast_tensor const& t) {
  kit::tensor to{static_cast<char*>(t.data) + t.byte_offset, "", {}, {}, t.byte_offset};
  for (element_kind const& e : element_kinds()) {
    if (e.code == t.code && e.bytes * 8 == t.bits) to.element = e.name;
  }
  to.sizes.assign(t.shape, t.shape + t.ndim);
  to.strides.assign(t.strides, t.strides + t.ndim);
  return to;
}

std::int32_t status_of(kit::result const& a) {
  return a.verdict == kit::result::kind::ok ? BCAST_OK : BCAST_REJECT;
}

kit::subject const& held(void* self) { return *static_cast<kit::subject const*>(self); }

/// The products of a subject as a table of C functions.
kit::subject by_c(kit::subject& s) {
  bcast_subject table{};
  table.struct_size = sizeof table;
  table.name = "table";
  table.self = &s;
  table.matmul_shape = [](void* self, bcast_dims const* a, bcast_dims const* b,
                          bcast_dims_out* result, bcast_reason*) {
    const kit::result found = held(self).matmul_shape(shape_of(*a), shape_of(*b));
    result->rank = static_cast<std::int32_t>(found.shape.sizes.size());
    for (int k = 0; k < result->rank && k < result->capacity; ++k) {
      result->size[k] = *found.shape.sizes[static_cast<std::size_t>(k)];
    }
    return status_of(found);
  };
  table.matmul = [](void* self, bcast_tensor const* a, bcast_tensor const* b, bcast_tensor* out,
                    bcast_reason*) {
    return status_of(held(self).matmul(tensor_of(*a), tensor_of(*b), tensor_of(*out)));
  };
  return from_table(table);
}

kit::subject by_pipe(kit::subject const& s, bool strided, bool base64) {
  pipe::capabilities c = pipe::capabilities_of(s);
  c.declares.strided = strided;
  c.base64 = base64;
  return pipe::subject_of(
      c, [s](pipe::json const& ask, std::size_t) { return pipe::respond(s, ask); });
}

struct opened {
  char const* name;
  bool strided;
  std::function<kit::subject(kit::subject&)> open;
};

std::vector<opened> const& bindings() {
  static const std::vector<opened> all{
      {"C", true, by_c},
      {"pipe", false, [](kit::subject& s) { return by_pipe(s, false, false); }},
      {"pipe in base64", false, [](kit::subject& s) { return by_pipe(s, false, true); }},
      {"strided pipe", true, [](kit::subject& s) { return by_pipe(s, true, false); }},
      {"strided pipe in base64", true, [](kit::subject& s) { return by_pipe(s, true, true); }}};
  return all;
}

TEST(ProductDoors, ARightImplementationHolds) {
  for (opened const& d : bindings()) {
    kit::subject right = plain();
    const kit::subject s = d.open(right);
    for (char const* law_name : {"product shape", "products", "product layouts"}) {
      const outcome o = bcast::tests::in_core(law_name, s);
      EXPECT_EQ(o.skipped, "") << d.name;
      EXPECT_FALSE(o.failure) << d.name << "\n" << report(o);
      EXPECT_GT(o.cases(), 100U) << d.name << " " << law_name;
    }
  }
}

TEST(ProductDoors, AWrongImplementationIsCaught) {
  struct wrong {
    char const* mutant;
    char const* law_name;
    bool only_strided;
  };
  for (wrong const& w : {wrong{"batch_of_the_first", "product shape", false},
                         wrong{"batch_as_one_axis", "products", false},
                         wrong{"zero_stride_read_as_dense", "product layouts", true},
                         wrong{"innermost_batch_stride", "product layouts", true},
                         wrong{"operands_read_as_dense", "product layouts", true}}) {
    for (opened const& d : bindings()) {
      kit::subject mutant = bcast::mutants::find(std::string("product/") + w.mutant).subject;
      const outcome o = bcast::tests::in_core(w.law_name, d.open(mutant));
      EXPECT_EQ(o.failure.has_value(), d.strided || !w.only_strided) << w.mutant << " " << d.name;
    }
  }
}

}  // namespace product_bindings_test
