// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "mlir/form.hpp"

namespace bcast::proptests::mlir {

/// Reads the attributes of an operation that a rule needs, and passes over the others.
class attribute_reader {
 public:
  attribute_reader(scanner& in, type_reader& types, form& to) : in_(in), types_(types), form_(to) {}

  void list();
  void value(std::string_view name);

 private:
  void read_literal();
  void read_maps();
  void read_signature();
  bool read_numbers(std::vector<std::int64_t>& all);

  scanner& in_;
  type_reader& types_;
  form& form_;
};

}  // namespace bcast::proptests::mlir
