#pragma once

/// Tests that are made from rows: each row is one test, in the suite of its tag.
namespace bcast::tests {

void register_findings();
void register_examples();
void register_laws();

}  // namespace bcast::tests
