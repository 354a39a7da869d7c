// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/shape_rule.hpp"

/// NumPy's page on generalised ufuncs, transcribed in its order.
///
/// Conventions. A core dimension is its name, with `?` if it has that modifier; an argument is the
/// list of its core dimensions. The sizes of the names are in the order of their indexes. `inputs`
/// and `outputs` are the shapes of the arrays that are passed; if no output is passed, `outputs`
/// is empty.
namespace bcast::reference::gufunc {

template <class Size>
using shape = list<Size>;

template <class Size>
using shapes = list<shape<Size>>;

using argument = list<std::string>;

struct signature {
  list<argument> inputs;
  list<argument> outputs;
};

template <class Size>
using sizes_of_names = list<std::optional<Size>>;

/// A signature that is read from left to right.
struct reader {
  std::string text;
  std::size_t at = 0;

  constexpr bool done() const { return at == text.size(); }
  constexpr bool next_is(char c) const { return !done() && text[at] == c; }
  constexpr bool take(std::string_view word) {
    if (std::string_view(text).substr(at, word.size()) != word) return false;
    at += word.size();
    return true;
  }
};

inline bool is_digit(char c) { return '0' <= c && c <= '9'; }
inline bool is_letter(char c) {
  return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_';
}

inline bool contains(argument const& all, std::string const& name) {
  return std::find(all.begin(), all.end(), name) != all.end();
}

/// The name without its modifier.
inline std::string bare(std::string const& name) {
  return name.ends_with('?') ? name.substr(0, name.size() - 1) : name;
}

/// The arguments of a signature, inputs first.
inline list<argument> arguments_of(signature const& s) { return s.inputs + s.outputs; }

/// The names of an argument that are core dimensions, `absent` being those that are not.
inline argument core_of(argument const& names, argument const& absent) {
  argument core;
  for (std::string const& name : names) {
    if (!contains(absent, bare(name))) core.append(bare(name));
  }
  return core;
}

// Defined further down.
inline argument names_of(signature const& s);
inline std::string without_spaces(std::string_view text);
inline std::optional<index> frozen_size(std::string const& name);
template <class Size>
argument absent_names(signature const& s, shapes<Size> const& inputs, shapes<Size> const& outputs);
template <class Size>
shapes<Size> applied(signature const& s, shapes<Size> const& inputs, shapes<Size> const& outputs);

// Generalized universal function API --------------------------------------------------------------

// [gufunc.N1] The list of the core dimensions for all arguments is called the "signature"
/// The signature that a string describes. Throws violation with the part of the grammar that the
/// string does not have.
inline signature parse_signature(std::string_view text);

// [gufunc.X1] the ufunc numpy.add has signature (),()->() defining two scalar inputs and one scalar
//             output
/// The shape of the output. Throws violation (gufunc.X6) with the axis.
template <class Size>
shape<Size> add(shape<Size> const& a, shape<Size> const& b) {
  return applied(parse_signature("(),()->()"), shapes<Size>{a, b}, shapes<Size>{})[0];
}

// [gufunc.X2] the function inner1d(a, b) with a signature of (i),(i)->()
/// The shape of the output. Throws violation (gufunc.X4, gufunc.X5, gufunc.X6).
template <class Size>
shape<Size> inner1d(shape<Size> const& a, shape<Size> const& b) {
  return applied(parse_signature("(i),(i)->()"), shapes<Size>{a, b}, shapes<Size>{})[0];
}

// [gufunc.N2] The dimensions beyond the core dimensions are called "loop" dimensions.
template <class Size>
shape<Size> loop_dimensions(shape<Size> const& passed, index core) {
  return shape<Size>::of(passed.n() - core, [&](index k) { return passed[k]; });
}

/// The last sizes of an array.
template <class Size>
shape<Size> last(shape<Size> const& passed, index count) {
  return shape<Size>::of(count, [&](index k) { return passed[passed.n() - count + k]; });
}

// [gufunc.X3] The signature determines how the dimensions of each input/output array are split into
//             core and loop dimensions
/// The loop dimensions, then the core dimensions.
template <class Size>
shapes<Size> split_dimensions(argument const& core, shape<Size> const& passed);

// [gufunc.X4] Each dimension in the signature is matched to a dimension of the corresponding
//             passed-in array, starting from the end; they must be present, or an error will be
//             raised
/// The core dimensions of an array. Throws violation (gufunc.X4).
template <class Size>
shape<Size> core_dimensions(argument const& core, shape<Size> const& passed) {
  if (passed.n() < core.n()) throw violation("gufunc.X4");
  return last(passed, core.n());
}

template <class Size>
shapes<Size> split_dimensions(argument const& core, shape<Size> const& passed) {
  const shape<Size> matched = core_dimensions(core, passed);
  return shapes<Size>{loop_dimensions(passed, core.n()), matched};
}

// [gufunc.X5] Core dimensions assigned to the same label in the signature must have exactly
//             matching sizes, no broadcasting is performed.
// [gufunc.N4] Different dimensions may share a name, indicating that they are of the same size.
// [gufunc.X12] If one uses the same dimension name in multiple locations, this enforces the same
//              size of the corresponding dimensions.
// [gufunc.X13] Unmodified core dimensions that share the same name must have the same size.
/// Notes the sizes of an argument's names. Throws violation (gufunc.X5).
template <class Size>
void note_sizes(argument const& names, argument const& core, shape<Size> const& matched,
                sizes_of_names<Size>& sizes) {
  for (index k = 0; k < core.n(); ++k) {
    for (index j = 0; j < names.n(); ++j) {
      if (names[j] != core[k]) continue;
      if (sizes[j] && !(*sizes[j] == matched[k])) throw violation("gufunc.X5");
      sizes[j] = matched[k];
    }
  }
}

// [gufunc.X6] The core dimensions are removed from all inputs and the remaining dimensions are
//             broadcast together, defining the loop dimensions.
/// Throws violation (gufunc.X6) with the axis.
template <class Size>
shape<Size> broadcast_loop(shapes<Size> const& remaining) {
  index rank = 0;
  for (index m = 0; m < remaining.n(); ++m) rank = max(rank, remaining[m].n());
  shape<Size> loop = shape<Size>::of(rank, [](index) { return Size(1); });
  for (index m = 0; m < remaining.n(); ++m) {
    for (index k = rank - remaining[m].n(); k < rank; ++k) {
      const Size own = remaining[m][k - (rank - remaining[m].n())];
      if (own == Size(1)) continue;
      if (!(loop[k] == Size(1)) && !(loop[k] == own)) throw violation("gufunc.X6", k);
      loop[k] = own;
    }
  }
  return loop;
}

// [gufunc.X7] The shape of each output is determined from the loop dimensions plus the output's
//             core dimensions
template <class Size>
shape<Size> output_shape(shape<Size> const& loop, shape<Size> const& core) {
  return loop + core;
}

// [gufunc.X8] the size of all core dimensions in an output will be determined by the size of a core
//             dimension with the same label in an input array; a label that comes up for the first
//             time in an output is the caller's responsibility
/// Notes the sizes that the outputs have which are passed. Throws violation (gufunc.X4, gufunc.X5).
template <class Size>
void note_output_sizes(signature const& s, argument const& absent, shapes<Size> const& outputs,
                       sizes_of_names<Size>& sizes) {
  for (index m = 0; m < outputs.n(); ++m) {
    const argument core = core_of(s.outputs[m], absent);
    note_sizes(names_of(s), core, core_dimensions(core, outputs[m]), sizes);
  }
}

// [gufunc.X9] If the size of a core dimension of an output cannot be determined from a passed in
//             input or output array, an error will be raised.
/// The sizes of an output's core dimensions. Throws violation (gufunc.X9).
template <class Size>
shape<Size> output_core(argument const& names, argument const& core,
                        sizes_of_names<Size> const& sizes) {
  shape<Size> all;
  for (std::string const& name : core) {
    for (index j = 0; j < names.n(); ++j) {
      if (names[j] != name) continue;
      if (!sizes[j]) throw violation("gufunc.X9");
      all.append(*sizes[j]);
    }
  }
  return all;
}

// Definitions -------------------------------------------------------------------------------------

// [gufunc.N3] The dimensionality of each input/output of an elementary function is defined by its
//             core dimensions; they are mapped to the last dimensions of the arrays
/// The shape of what the elementary function takes of an array.
template <class Size>
shape<Size> elementary_shape(argument const& core, shape<Size> const& passed) {
  return split_dimensions(core, passed)[1];
}

// [gufunc.N5] It enumerates the dimension names according to the order of the first occurrence of
//             each name in the signature.
/// The names in the order of their indexes.
inline argument names_of(signature const& s) {
  argument names;
  for (argument const& each : arguments_of(s)) {
    for (std::string const& name : each) {
      if (!contains(names, bare(name))) names.append(bare(name));
    }
  }
  return names;
}

// Details of signature ----------------------------------------------------------------------------

// [gufunc.X10] Core dimensions of each input or output array are represented by a list of dimension
//              names in parentheses; a scalar input/output is denoted by ()
inline std::string argument_text(argument const& names) {
  std::string text;
  for (std::string const& name : names) text += (text.empty() ? "" : ",") + name;
  return "(" + text + ")";
}

// [gufunc.X11] Dimension lists for different arguments are separated by ",". Input/output arguments
//              are separated by "->".
inline std::string signature_text(signature const& s) {
  std::string inputs, outputs;
  for (argument const& each : s.inputs) inputs += (inputs.empty() ? "" : ",") + argument_text(each);
  for (argument const& each : s.outputs)
    outputs += (outputs.empty() ? "" : ",") + argument_text(each);
  return inputs + "->" + outputs;
}

inline list<argument> read_inputs(reader& in);
inline list<argument> read_outputs(reader& in);
inline list<argument> read_arguments(reader& in);
inline argument read_argument(reader& in);
inline argument read_core_dimensions(reader& in);
inline std::string read_core_dimension(reader& in);
inline std::string read_name(reader& in);
inline std::string read_modifier(reader& in);

// [gufunc.F1] <Signature> ::= <Input arguments> "->" <Output arguments>
/// Throws violation (gufunc.F1, gufunc.F5, gufunc.F8).
inline signature read_signature(reader& in) {
  signature s;
  s.inputs = read_inputs(in);
  if (!in.take("->")) throw violation("gufunc.F1");
  s.outputs = read_outputs(in);
  if (!in.done()) throw violation("gufunc.F1");
  return s;
}

// [gufunc.F2] <Input arguments> ::= <Argument list>
inline list<argument> read_inputs(reader& in) { return read_arguments(in); }

// [gufunc.F3] <Output arguments> ::= <Argument list>
inline list<argument> read_outputs(reader& in) { return read_arguments(in); }

// [gufunc.F4] <Argument list> ::= nil | <Argument> | <Argument> "," <Argument list>
inline list<argument> read_arguments(reader& in) {
  if (!in.next_is('(')) return list<argument>{};
  list<argument> all;
  all.append(read_argument(in));
  return in.take(",") ? all + read_arguments(in) : all;
}

// [gufunc.F5] <Argument> ::= "(" <Core dimension list> ")"
inline argument read_argument(reader& in) {
  in.take("(");
  const argument names = read_core_dimensions(in);
  if (!in.take(")")) throw violation("gufunc.F5");
  return names;
}

// [gufunc.F6] <Core dimension list> ::= nil | <Core dimension> | <Core dimension> "," <Core
//             dimension list>     finding gufunc.D3: the last one may be nil
inline argument read_core_dimensions(reader& in) {
  if (in.next_is(')')) return argument{};
  argument all;
  all.append(read_core_dimension(in));
  return in.take(",") ? all + read_core_dimensions(in) : all;
}

// [gufunc.F7] <Core dimension> ::= <Dimension name> <Dimension modifier>
inline std::string read_core_dimension(reader& in) {
  const std::string name = read_name(in);
  return name + read_modifier(in);
}

// [gufunc.F8] <Dimension name> ::= valid Python variable name | valid integer
/// Throws violation (gufunc.F8).
inline std::string read_name(reader& in) {
  const bool is_integer = !in.done() && is_digit(in.text[in.at]);
  std::string name;
  while (!in.done() && (is_digit(in.text[in.at]) || (!is_integer && is_letter(in.text[in.at])))) {
    name += in.text[in.at++];
  }
  if (name.empty()) throw violation("gufunc.F8");
  return name;
}

// [gufunc.F9] <Dimension modifier> ::= nil | "?"
inline std::string read_modifier(reader& in) { return in.take("?") ? "?" : ""; }

// [gufunc.X14] White spaces are ignored.
inline std::string without_spaces(std::string_view text) {
  std::string without;
  for (char c : text) {
    if (c != ' ' && c != '\t' && c != '\n') without += c;
  }
  return without;
}

// [gufunc.X15] An integer as a dimension name freezes that dimension to the value.
/// The value; none for any other name.
inline std::optional<index> frozen_size(std::string const& name) {
  index value = 0;
  for (char c : name) {
    if (!is_digit(c)) return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

/// How many of the names are optional.
inline index optional_names(argument const& names) {
  index count = 0;
  for (std::string const& name : names) count += name.ends_with('?') ? 1 : 0;
  return count;
}

/// As printed: an array's dimensions are matched from the end (gufunc.X4), so that what it lacks
/// are the first names, whether they are optional or not.
template <class Size>
argument lacking_as_printed(argument const& names, shape<Size> const& passed) {
  argument lacking;
  for (index k = 0; k < names.n() - passed.n(); ++k) {
    if (names[k].ends_with('?')) lacking.append(bare(names[k]));
  }
  return lacking;
}

/// The optional names that an array lacks: the first ones, as many as it has too few dimensions.
/// None if even without them it has too few.
template <class Size>
argument lacking(argument const& names, shape<Size> const& passed) {
  argument all;
  const index missing = names.n() - passed.n();
  if (missing > optional_names(names)) return all;
  for (std::string const& name : names) {
    if (all.n() < missing && name.ends_with('?')) all.append(bare(name));
  }
  return all;
}

// [gufunc.X16] If the name is suffixed with the "?" modifier, the dimension is a core dimension
//              only if it exists on all inputs and outputs that share it; otherwise it is ignored
//              finding gufunc.D1: matched from the end, it exists before a name that must be
//              present
template <class Size>
argument absent_names_as_printed(signature const& s, shapes<Size> const& inputs,
                                 shapes<Size> const& outputs) {
  argument absent;
  for (index m = 0; m < inputs.n(); ++m) {
    absent = absent + lacking_as_printed(s.inputs[m], inputs[m]);
  }
  for (index m = 0; m < outputs.n(); ++m) {
    absent = absent + lacking_as_printed(s.outputs[m], outputs[m]);
  }
  return absent;
}

// [gufunc.X16] If the name is suffixed with the "?" modifier, the dimension is a core dimension
//              only if it exists on all inputs and outputs that share it; otherwise it is ignored
//              departure gufunc.D1: an array lacks optional names first
/// The names that are not core dimensions.
template <class Size>
argument absent_names(signature const& s, shapes<Size> const& inputs, shapes<Size> const& outputs) {
  argument absent;
  for (index m = 0; m < inputs.n(); ++m) absent = absent + lacking(s.inputs[m], inputs[m]);
  for (index m = 0; m < outputs.n(); ++m) absent = absent + lacking(s.outputs[m], outputs[m]);
  return absent;
}

inline signature parse_signature(std::string_view text) {
  reader in{without_spaces(text)};
  return read_signature(in);
}

/// The sizes that the signature itself gives.
template <class Size>
sizes_of_names<Size> frozen_sizes(argument const& names) {
  sizes_of_names<Size> sizes;
  for (std::string const& name : names) {
    const std::optional<index> frozen = frozen_size(name);
    sizes.append(frozen ? std::optional<Size>(Size(*frozen)) : std::nullopt);
  }
  return sizes;
}

/// The shapes of the outputs, `absent` being the optional names that are ignored.
template <class Size>
shapes<Size> applied_without(argument const& absent, signature const& s, shapes<Size> const& inputs,
                             shapes<Size> const& outputs) {
  const argument names = names_of(s);
  sizes_of_names<Size> sizes = frozen_sizes<Size>(names);
  shapes<Size> remaining;
  for (index m = 0; m < inputs.n(); ++m) {
    const argument core = core_of(s.inputs[m], absent);
    const shapes<Size> split = split_dimensions(core, inputs[m]);
    note_sizes(names, core, split[1], sizes);
    remaining.append(split[0]);
  }
  const shape<Size> loop = broadcast_loop(remaining);
  note_output_sizes(s, absent, outputs, sizes);
  shapes<Size> results;
  for (index m = 0; m < s.outputs.n(); ++m) {
    results.append(output_shape(loop, output_core(names, core_of(s.outputs[m], absent), sizes)));
    if (m < outputs.n() && !(outputs[m] == results[m])) throw violation("gufunc.X7");
  }
  return results;
}

/// The shapes of the outputs. Throws violation (gufunc.X4, gufunc.X5, gufunc.X7, gufunc.X9), and
/// violation (gufunc.X6) with the axis.
template <class Size>
shapes<Size> applied(signature const& s, shapes<Size> const& inputs, shapes<Size> const& outputs) {
  return applied_without(absent_names(s, inputs, outputs), s, inputs, outputs);
}

/// The product of matrices: the signature that the table of examples prints for `matmul`.
template <class Size>
shape<Size> matmul(shape<Size> const& a, shape<Size> const& b) {
  return applied(parse_signature("(m?,n),(n,p?)->(m?,p?)"), shapes<Size>{a, b}, shapes<Size>{})[0];
}

/// As printed: see X16_as_printed.
template <class Size>
shape<Size> matmul_as_printed(shape<Size> const& a, shape<Size> const& b) {
  const signature s = parse_signature("(m?,n),(n,p?)->(m?,p?)");
  const shapes<Size> inputs{a, b};
  return applied_without(absent_names_as_printed(s, inputs, shapes<Size>{}), s, inputs,
                         shapes<Size>{})[0];
}

// Customizing core dimension size processing ------------------------------------------------------

template <class Size>
shape<Size> sizes_before(sizes_of_names<Size> const& sizes);
template <class Size>
sizes_of_names<Size> sizes_kept(shape<Size> const& given, shape<Size> const& returned);

// [gufunc.X18] Check that constraints on the core dimensions are satisfied. Compute output shapes
//              for any output core dimensions that were not determined by the input arrays.
/// The sizes after the function. Throws violation (gufunc.X20), and as the function does.
template <class Size, class Hook>
sizes_of_names<Size> sizes_after(sizes_of_names<Size> const& sizes, Hook const& hook) {
  const shape<Size> given = sizes_before(sizes);
  shape<Size> returned = given;
  hook(returned);
  return sizes_kept(given, returned);
}

// [gufunc.X17] If the ufunc does not have a function defined, an unspecified output core dimension
//              size will result in an exception being raised. With the "hook", the author of the
//              ufunc can set the output size
/// The shapes of the outputs, where `hook` sets the sizes of the names that no input determines.
/// Throws as applied does, and violation (gufunc.X20).
template <class Size, class Hook>
shapes<Size> applied_with(signature const& s, shapes<Size> const& inputs, Hook const& hook) {
  const argument names = names_of(s), absent = absent_names(s, inputs, shapes<Size>{});
  sizes_of_names<Size> sizes = frozen_sizes<Size>(names);
  shapes<Size> remaining;
  for (index m = 0; m < inputs.n(); ++m) {
    const argument core = core_of(s.inputs[m], absent);
    const shapes<Size> split = split_dimensions(core, inputs[m]);
    note_sizes(names, core, split[1], sizes);
    remaining.append(split[0]);
  }
  const shape<Size> loop = broadcast_loop(remaining);
  const sizes_of_names<Size> all = sizes_after(sizes, hook);
  shapes<Size> results;
  for (argument const& each : s.outputs) {
    results.append(output_shape(loop, output_core(names, core_of(each, absent), all)));
  }
  return results;
}

// [gufunc.X19] core dimensions that were not determined by the input are indicated by having the
//              value -1; the function can replace the -1
template <class Size>
shape<Size> sizes_before(sizes_of_names<Size> const& sizes) {
  return shape<Size>::of(sizes.n(), [&](index j) { return sizes[j] ? *sizes[j] : Size(-1); });
}

// [gufunc.X20] The function must never change a value that is not -1 on input.
/// The sizes that are known then. Throws violation (gufunc.X20).
template <class Size>
sizes_of_names<Size> sizes_kept(shape<Size> const& given, shape<Size> const& returned) {
  sizes_of_names<Size> sizes;
  for (index j = 0; j < given.n(); ++j) {
    const bool open = given[j] == Size(-1);
    if (!open && !(returned[j] == given[j])) throw violation("gufunc.X20");
    sizes.append(returned[j] == Size(-1) ? std::nullopt : std::optional<Size>(returned[j]));
  }
  return sizes;
}

// The rules by name -------------------------------------------------------------------------------

template <class Size>
inline constexpr std::array shape_rules{
    shape_rule<Size>{"gufunc", [](shapes<Size> const& s) { return add(s[0], s[1]); }},
};

}  // namespace bcast::reference::gufunc
