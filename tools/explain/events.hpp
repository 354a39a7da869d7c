// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "bcast/reference/outcome.hpp"

/// The events of a transcription's run, and the calls by which its traced copy reports them.
namespace bcast::traced {

/// A row of a transcription: its tag and the document's words.
struct row {
  std::string_view tag;
  std::string_view words;
};
using rows = std::vector<row>;

struct value {
  std::string name;
  std::string text;  ///< empty if too large for a line, or without text
};
using values = std::vector<value>;

enum class kind {
  call,    ///< of a function
  set,     ///< a declaration or an assignment
  loop,    ///< a round of a loop begins
  passed,  ///< a condition under which the document has an error does not hold
  step,    ///< a case that is taken
};

/// How a call was left.
struct exit_of_call {
  enum class by { result, violation, no_answer, exception };
  by way = by::result;
  std::string text;           ///< the result, the tag, or the exception's message
  bool is_condition = false;  ///< the result is a truth value
  bool is_inner = true;       ///< no call inside was left by that exception
  values changed;             ///< the arguments that were changed, afterwards
};

struct event {
  traced::kind kind;
  traced::rows rows;
  std::string name;                   ///< the function called; for a step without a row, its words
  traced::values values;              ///< the arguments, or what is set
  std::optional<std::string> result;  ///< of a step that returns
  exit_of_call exit;
  std::vector<event> inside;  ///< the events of a call
};

/// Adds an event to the running call. Outside of `recorded`, events are dropped.
void tell(event e);

inline void set(rows r, values v) { tell({kind::set, std::move(r), "", std::move(v), {}, {}, {}}); }
inline void decided(rows r, values v) {
  tell({kind::step, std::move(r), "", std::move(v), {}, {}, {}});
}
inline void looped(rows r) { tell({kind::loop, std::move(r), "", {}, {}, {}, {}}); }
inline void passed(rows r) { tell({kind::passed, std::move(r), "", {}, {}, {}, {}}); }
inline void entered(rows r) { tell({kind::step, std::move(r), "", {}, {}, {}, {}}); }
inline void thrown(rows r) { tell({kind::step, std::move(r), "", {}, {}, {}, {}}); }

template <class T>
std::string text(T const& v);

/// The texts of a sequence's items in round brackets; of a long sequence, only the first items.
template <class Sequence>
std::string text_of_items(Sequence const& items) {
  constexpr int most = 12;
  std::string all;
  int count = 0;
  for (auto const& item : items) {
    if (++count > most) return "(" + all + ", ...)";
    all += (all.empty() ? "" : ", ") + text(item);
  }
  return "(" + all + ")";
}

/// A truth value, a number, a word, a size, a sequence of these, or a type that holds one; empty
/// for any other value, and for a sequence of sequences.
template <class T>
std::string text(T const& v) {
  if constexpr (std::is_same_v<T, bool>) {
    return v ? "true" : "false";
  } else if constexpr (std::is_integral_v<T>) {
    return std::to_string(v);
  } else if constexpr (std::is_convertible_v<T const&, std::string_view>) {
    return std::string(v);
  } else if constexpr (requires { v.size.has_value(); }) {
    return v.size ? text(*v.size) : "?";
  } else if constexpr (requires { v.has_value(); }) {
    return v ? text(*v) : "none";
  } else if constexpr (requires { v.shape.has_value(); }) {
    return v.shape ? text(*v.shape) : "*";
  } else if constexpr (requires { v.result.begin(); }) {
    return text(v.result);
  } else if constexpr (requires {
                         (*v.begin()).begin();
                         requires !std::is_convertible_v<decltype(*v.begin()), std::string_view>;
                       }) {
    return "";
  } else if constexpr (requires { v.begin(); }) {
    return text_of_items(v);
  } else {
    return "";
  }
}

/// An index in square brackets.
inline std::string at(std::integral auto index) { return "[" + std::to_string(index) + "]"; }

template <class T>
T taken(rows r, T value) {
  tell({kind::step, std::move(r), "", {}, text(value), {}, {}});
  return value;
}

/// The events of a call, in place of those of its caller until it ends.
class scope {
 public:
  explicit scope(std::vector<event>* events);
  ~scope();
  scope(scope const&) = delete;
  scope& operator=(scope const&) = delete;

 private:
  std::vector<event>* outer_;
};

/// Records a call that an exception left. Called in a handler, and rethrows.
[[noreturn]] void leave(event call);

/// Calls a transcribed body and records the call, with the arguments that it changed.
template <class Changed, class Body>
auto called(rows r, std::string name, values arguments, Changed const& changed, Body const& body)
    -> decltype(body()) {
  using result = decltype(body());
  event call{kind::call, std::move(r), std::move(name), std::move(arguments), {}, {}, {}};
  std::conditional_t<std::is_void_v<result>, bool, std::optional<result>> kept{};
  try {
    const scope inside(&call.inside);
    if constexpr (std::is_void_v<result>) {
      body();
    } else {
      kept.emplace(body());
      call.exit.text = text(*kept);
      call.exit.is_condition = std::is_same_v<result, bool>;
    }
    call.exit.changed = changed();
  } catch (...) {
    leave(std::move(call));
  }
  tell(std::move(call));
  if constexpr (!std::is_void_v<result>) return *std::move(kept);
}

/// Records the events of f() in `events`, even if f() throws.
template <class F>
auto recorded(std::vector<event>& events, F const& f) {
  const scope whole(&events);
  return f();
}

}  // namespace bcast::traced
