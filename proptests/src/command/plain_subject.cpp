// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <exception>
#include <new>
#include <optional>
#include <stdexcept>

#include "bcast/check.hpp"
#include "command/status.hpp"

namespace bcast {
namespace {

using shapes = std::vector<std::vector<std::int64_t>>;

/// What a plain function gives; a refusal if it throws.
kit::result asked(std::function<std::vector<std::int64_t>(shapes const&)> const& function,
                  std::vector<shape> const& operands) {
  shapes sizes;
  for (shape const& x : operands) {
    auto& own = sizes.emplace_back();
    for (dim const& d : x.sizes) own.push_back(d.value());
  }
  kit::result a;
  try {
    a.shape = function(sizes);
  } catch (std::bad_alloc const&) {
    throw;
  } catch (std::exception const& e) {
    a.verdict = kit::result::kind::refused;
    a.why = e.what();
  } catch (...) {
    a.verdict = kit::result::kind::refused;
  }
  return a;
}

kit::result unsupported() {
  kit::result a;
  a.verdict = kit::result::kind::unsupported;
  return a;
}

}  // namespace

kit::subject subject::kit() const {
  for (auto const& define : meanings_) define();
  kit::subject s = asked_;
  if (broadcast_shapes) {
    s.broadcast_shapes = [function = broadcast_shapes](auto const& operands,
                                                       auto const& dimensions) {
      return dimensions ? unsupported() : asked(function, operands);
    };
    s.declares.min_operands = 1;
  }
  if (!kernels_.empty()) {
    s.apply = [kernels = kernels_](std::string_view op, std::vector<kit::tensor> const& operands,
                                   std::vector<kit::tensor> const& outputs) {
      for (entry const& k : kernels) {
        const bool fits = k.op == op && !operands.empty() && operands.back().element == k.element;
        if (fits && k.run(operands, outputs.at(0))) return kit::result{};
      }
      return unsupported();
    };
  }
  return s;
}

int check_main(int argc, char** argv, subject const& mine) {
  kit::subject s;
  try {
    s = mine;
  } catch (std::invalid_argument const& e) {
    return proptests::fail(argc > 0 ? argv[0] : "check", proptests::bad_input, e.what());
  }
  return proptests::check_main(argc, argv, {.subjects = {{s.name, s.rule, [s] { return s; }}}});
}

std::vector<proptests::outcome> check(subject const& mine, proptests::settings const& with) {
  const kit::subject s = mine;
  const proptests::test_plan planned = proptests::plan(s);
  if (!planned.wrong.empty()) throw std::invalid_argument(planned.wrong);
  const proptests::isolated_subject alone[]{{s.name, s.rule, [s] { return s; }}};
  return proptests::run_all_isolated(planned.laws, alone, with, {});
}

}  // namespace bcast
