// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "events.hpp"

namespace bcast::traced {
namespace {

/// The events of the call that runs on this thread.
thread_local std::vector<event>* current = nullptr;

}  // namespace

scope::scope(std::vector<event>* events) : outer_(std::exchange(current, events)) {}

scope::~scope() { current = outer_; }

void tell(event e) {
  if (current != nullptr) current->push_back(std::move(e));
}

void leave(event call) {
  using by = exit_of_call::by;
  call.exit.is_inner = call.inside.empty() || call.inside.back().kind != kind::call ||
                       call.inside.back().exit.way == by::result;
  try {
    throw;
  } catch (reference::violation const& v) {
    call.exit.way = by::violation;
    call.exit.text = v.tag;
    tell(std::move(call));
    throw;
  } catch (reference::no_answer const& n) {
    call.exit.way = by::no_answer;
    call.exit.text = n.tag;
    tell(std::move(call));
    throw;
  } catch (std::exception const& e) {
    call.exit.way = by::exception;
    call.exit.text = e.what();
    tell(std::move(call));
    throw;
  }
}

}  // namespace bcast::traced
