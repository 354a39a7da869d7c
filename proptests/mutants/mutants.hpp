// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "implementation.hpp"

/// Subjects with one bug each. They test the laws: the laws must catch every one.
namespace bcast::mutants {

struct mutant {
  std::string name;
  std::string happened;  ///< the bug classes of public projects that it represents, if any
  std::string wrong;     ///< what is wrong, in one line
  kit::subject subject;
};

/// All of them.
std::vector<mutant> const& all();

/// The mutant with a given name. Throws std::invalid_argument if there is none.
mutant const& find(std::string const& name);

/// The mutant's subject; another instance if it remembers its calls.
kit::subject unused(mutant const& m);

/// Correct subjects, which every law must accept: the implementation and the inference that the
/// mutants change, under each rule, and a plain implementation with nested lists.
std::vector<kit::subject> right();

// The parts of the table, each in its own file.
std::vector<mutant> of_shapes();      ///< shapes and verdicts
std::vector<mutant> of_arity();       ///< the number of operands, the rank, the width of integers
std::vector<mutant> of_reads();       ///< which element is read
std::vector<mutant> of_kernels();     ///< vectors, tiles, merged axes
std::vector<mutant> of_blocks();      ///< blocks, vectors, integers and threads, by size
std::vector<mutant> of_paths();       ///< paths for some shapes, ranks or numbers of operands
std::vector<mutant> of_packing();     ///< packed operands, donated memory, kept plans
std::vector<mutant> of_devices();     ///< grids, tiles, fused axes, values that are kept
std::vector<mutant> of_trackers();    ///< fused loops, index arithmetic, pipelines, tuners
std::vector<mutant> of_targets();     ///< which elements are written
std::vector<mutant> of_overlap();     ///< memory shared by operands and the target
std::vector<mutant> of_elements();    ///< element types and operations
std::vector<mutant> of_computed();    ///< what operations give, and what else a call writes
std::vector<mutant> of_directions();  ///< expanding to a given shape, and gradients
std::vector<mutant> of_products();    ///< products of matrices
std::vector<mutant> of_batches();     ///< products of matrices with a batch
std::vector<mutant> of_unknown();     ///< unknown sizes
std::vector<mutant> of_texts();       ///< the rules of single documents
std::vector<mutant> of_axes();        ///< explicit axes, and one direction
std::vector<mutant> of_state();       ///< what is remembered of earlier calls

mutant row(std::string name, std::string happened, std::string wrong, pieces other);

/// One of its pieces is `f`.
template <class F>
mutant row(std::string name, std::string happened, std::string wrong, F pieces::*piece,
           std::type_identity_t<F> f) {
  pieces other;
  other.*piece = std::move(f);
  return row(std::move(name), std::move(happened), std::move(wrong), std::move(other));
}

/// One that reads an operand at another index, to which `move` changes that of the target.
mutant moved(std::string name, std::string happened, std::string wrong,
             std::function<void(call const&, std::size_t, indices&)> move);

/// One of a class of its own.
template <class Wrong>
mutant row(std::string name, std::string happened, std::string wrong) {
  kit::subject s = subject_of(name, std::make_shared<Wrong const>());
  return {std::move(name), std::move(happened), std::move(wrong), std::move(s)};
}

/// An instance that has been asked nothing, and can make more of them.
template <class Wrong, class... Parts>
kit::subject unused(std::string const& name, Parts const&... parts) {
  kit::subject s = subject_of(name, std::make_shared<Wrong const>(parts...));
  s.fresh = [=] { return unused<Wrong>(name, parts...); };
  return s;
}

/// A mutant that remembers its calls.
template <class Wrong, class... Parts>
mutant remembering(std::string name, std::string happened, std::string wrong,
                   Parts const&... parts) {
  kit::subject s = unused<Wrong>(name, parts...);
  return {std::move(name), std::move(happened), std::move(wrong), std::move(s)};
}

}  // namespace bcast::mutants
