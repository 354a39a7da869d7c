// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A user's test program with one subject, which OWN_SUBJECT names: as a GoogleTest, or with `check`
// as the first argument as a program of its own.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/kit.hpp"
#include "bcast/proptests/gtest.hpp"
#include "oracle/plain.hpp"

namespace {

namespace kit = bcast::kit;

/// Plain, which does something before it joins.
kit::subject before(std::function<void(std::vector<kit::shape> const&)> const& does) {
  kit::subject s = bcast::proptests::plain();
  s.apply = nullptr;
  s.adjoint = nullptr;
  s.matmul = nullptr;
  s.matmul_shape = nullptr;
  s.broadcast_shapes = [does, right = s.broadcast_shapes](auto const& operands,
                                                          auto const& dimensions) {
    does(operands);
    return right(operands, dimensions);
  };
  return s;
}

bool has_rank_2(std::vector<kit::shape> const& operands) {
  for (kit::shape const& s : operands) {
    if (s.sizes.size() >= 2) return true;
  }
  return false;
}

/// Plain, which reads the first operand's float after its last one.
kit::subject overreading() {
  kit::subject s = bcast::proptests::plain();
  s.declares.ops = {"add"};
  s.declares.dtypes = {"float"};
  s.declares.strided = false;
  s.apply = [right = s.apply](auto op, auto const& operands, auto const& outputs) {
    std::int64_t count = 1;
    for (std::int64_t size : operands[0].sizes) count *= size;
    [[maybe_unused]] volatile float after = static_cast<float const*>(operands[0].data)[count];
    return right(op, operands, outputs);
  };
  return s;
}

/// Plain in words of its own, with which it has to be called.
kit::subject in_own_words() {
  kit::subject s = bcast::proptests::plain();
  s.rule = "numpy";
  s.declares.ops = {"subtract"};
  s.declares.dtypes = {"fp32"};
  s.adjoint = nullptr;
  s.matmul = nullptr;
  s.apply = [right = s.apply](auto op, auto operands, auto outputs) {
    if (op != "subtract") throw std::runtime_error("called with " + std::string(op));
    for (auto* all : {&operands, &outputs}) {
      for (kit::tensor& t : *all) {
        if (t.element != "fp32") throw std::runtime_error("given " + std::string(t.element));
        t.element = "float";
      }
    }
    return right("sub", operands, outputs);
  };
  return s;
}

kit::subject declaring(std::function<void(kit::subject&)> const& what) {
  kit::subject s = bcast::proptests::plain();
  what(s);
  return s;
}

kit::subject subject(std::string_view name) {
  if (name == "right") return before([](auto const&) {});
  if (name == "crash") {
    return before([](auto const& operands) {
      if (has_rank_2(operands)) std::raise(SIGSEGV);
    });
  }
  if (name == "hang") {
    return before([](auto const& operands) {
      while (has_rank_2(operands)) {
      }
    });
  }
  if (name == "grow") {
    return before([](auto const& operands) {
      static std::vector<std::string> kept;
      while (has_rank_2(operands) && kept.size() < 4096) kept.emplace_back(1 << 20, 'x');
    });
  }
  if (name == "wrong") {
    kit::subject s = before([](auto const&) {});
    s.broadcast_shapes = [](auto const& operands, auto const&) {
      kit::result first;
      first.shape = operands.at(0);
      return first;
    };
    return s;
  }
  if (name == "overread") return overreading();
  if (name == "words") return in_own_words();
  if (name == "rule") return declaring([](auto& s) { s.rule = "nunpy"; });
  if (name == "switch") return declaring([](auto& s) { s.rule = "mlir zero=oter"; });
  if (name == "operation") return declaring([](auto& s) { s.declares.ops = {"subtrat"}; });
  if (name == "element") return declaring([](auto& s) { s.declares.dtypes = {"float33"}; });
  return {"nothing", "array_api"};
}

}  // namespace

int main(int argc, char** argv) {
  char const* const name = std::getenv("OWN_SUBJECT");
  kit::subject mine = subject(name == nullptr ? "right" : name);
  mine.name = "mine";
  if (argc > 1 && std::string_view(argv[1]) == "check") {
    return bcast::proptests::check_main(argc - 1, argv + 1,
                                        {{{mine.name, mine.rule, [mine] { return mine; }}}});
  }
  testing::InitGoogleTest(&argc, argv);
  bcast::proptests::test_options options;
  options.limits.answer = std::chrono::milliseconds(500);
  bcast::proptests::register_gtest(mine, options);
  return RUN_ALL_TESTS();
}
