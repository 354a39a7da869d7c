// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "pipe/elements.hpp"

/// Tensors on the pipe. A dense one is `{"dtype", "shape", "values"}`, row-major. A strided one is
/// `{"storage", "offset", "shape", "strides"}`: element i is at position offset + sum_k i_k *
/// strides_k of a storage `{"dtype", "values"}` of the same ask, which several tensors may share. A
/// program that declares it gets `bytes` instead of `values`: the elements' bytes in base64.
namespace bcast::proptests::pipe {

/// How a program takes tensors.
struct encoding {
  bool strided = false;
  bool base64 = false;  ///< of every element type but strings
};

/// The tensors of a call on the asking side, which writes them and reads the answer back.
class sent {
 public:
  /// The tensors are borrowed. Throws malformed for an element type that the pipe does not know.
  sent(std::vector<kit::tensor> const& operands, std::vector<kit::tensor> const& outputs,
       encoding as);

  /// `storage`, `in` and `out` of the ask.
  json const& body() const { return body_; }

  /// The maximum number of elements in an answer.
  std::size_t elements() const { return elements_; }

  /// Writes the answer to the outputs; a null element leaves the output unchanged. Throws malformed
  /// if the number of outputs, a shape, a number of elements or an element is wrong.
  void receive(json const& ok) const;

 private:
  /// The storage that contains an output.
  struct home {
    std::byte* first;
    std::size_t index;
    std::size_t count;  ///< of its elements
  };
  void send_dense(std::vector<kit::tensor> const& operands);
  void send_strided(std::vector<kit::tensor> const& operands);
  void receive_dense(std::size_t m, json const& values) const;
  void receive_strided(std::size_t m, json const& values) const;
  void receive_bytes(std::size_t m, json const& bytes) const;
  void receive_storage(std::size_t m, json const& given) const;
  void expect_count(std::size_t m, std::size_t given) const;

  /// Which positions of its storage are elements of an output.
  std::vector<bool> elements_of(std::size_t m) const;

  std::vector<kit::tensor> outputs_;
  std::vector<home> homes_;  ///< of the outputs, where they are strided
  encoding as_;
  json body_;
  std::size_t elements_ = 0;
};

/// The tensors of a call on the answering side.
class received {
 public:
  /// Throws malformed for an ask that breaks the contract.
  explicit received(json const& ask);

  std::vector<kit::tensor> const& operands() const { return operands_; }
  std::vector<kit::tensor> const& outputs() const { return outputs_; }

  /// `ok` of the answer.
  json answer() const;

 private:
  struct storage {
    element_codec const* codec = nullptr;
    std::size_t count = 0;
    std::unique_ptr<std::byte[]> bytes;
    std::unique_ptr<std::string[]> strings;
    std::byte* at(std::size_t place) const;
  };
  std::size_t hold(json const& dtype, std::size_t count);
  kit::tensor add(json const& tensor, bool output);

  /// Holds what `values` or `bytes` of an object give.
  std::size_t hold_elements(json const& object);

  std::vector<storage> storages_;
  std::vector<std::size_t> of_outputs_;
  std::vector<kit::tensor> operands_, outputs_;
  bool strided_;
  bool base64_ = false;  ///< elements came so, and are sent back so
};

}  // namespace bcast::proptests::pipe
