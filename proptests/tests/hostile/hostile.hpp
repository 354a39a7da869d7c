// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include <algorithm>
#include <functional>
#include <string>

/// What subjects do that nobody asked for, one file each. `target` is a file of the test, which no
/// subject may change.
namespace bcast::hostile {

using act = void (*)(std::string const& target);

void writes_outside(std::string const& target);
void truncates(std::string const& target);
void overwrites_the_report(std::string const& target);
void raises_limits(std::string const& target);
void traces_its_parent(std::string const& target);
void kills_its_parent(std::string const& target);
void limits_its_parent(std::string const& target);
void fills_the_disk(std::string const& target);
void hides_files(std::string const& target);
void fills_page_tables(std::string const& target);
void nests_folders(std::string const& target);
void leaves_many_files(std::string const& target);
void needs_the_processor(std::string const& target);
void forks_without_end(std::string const& target);
void reads_its_siblings_answers(std::string const& target);
void writes_into_its_siblings_memory(std::string const& target);
void types_for_its_user(std::string const& target);
void gains_privileges(std::string const& target);
void floods_the_report(std::string const& target);
void floods_standard_error(std::string const& target);
void leaves_its_family(std::string const& target);
void hides_its_family(std::string const& target);
void starts_many_families(std::string const& target);
void hops(std::string const& target);
void traces_its_family(std::string const& target);
void fills_shared_memory(std::string const& target);
void leaves_a_segment(std::string const& target);
void changes_its_surroundings(std::string const& target);
void changes_its_callers_files(std::string const& target);
void sets_the_terminal(std::string const& target);
void closes_descriptors(std::string const& target);
void loads_itself_again(std::string const& target);

/// What a process is called that a subject leaves behind.
inline constexpr char left_behind[] = "left_behind";

struct named_act {
  char const* name;
  act does;
};

inline constexpr named_act acts[] = {
    {"innocent", nullptr},
    {"writes outside", writes_outside},
    {"truncates", truncates},
    {"overwrites the report", overwrites_the_report},
    {"raises limits", raises_limits},
    {"traces its parent", traces_its_parent},
    {"kills its parent", kills_its_parent},
    {"limits its parent", limits_its_parent},
    {"fills the disk", fills_the_disk},
    {"hides files", hides_files},
    {"fills page tables", fills_page_tables},
    {"nests folders", nests_folders},
    {"leaves many files", leaves_many_files},
    {"needs the processor", needs_the_processor},
    {"forks without end", forks_without_end},
    {"reads its siblings' answers", reads_its_siblings_answers},
    {"writes into its siblings' memory", writes_into_its_siblings_memory},
    {"types for its user", types_for_its_user},
    {"gains privileges", gains_privileges},
    {"floods the report", floods_the_report},
    {"floods standard error", floods_standard_error},
    {"leaves its family", leaves_its_family},
    {"hides its family", hides_its_family},
    {"hops", hops},
    {"traces its family", traces_its_family},
    {"starts many families", starts_many_families},
    {"fills shared memory", fills_shared_memory},
    {"leaves a segment", leaves_a_segment},
    {"changes its surroundings", changes_its_surroundings},
    {"changes its caller's files", changes_its_callers_files},
    {"sets the terminal", sets_the_terminal},
    {"closes descriptors", closes_descriptors},
    {"loads itself again", loads_itself_again},
};

/// A name and a key for shared memory, another one for each test: from the folder of the target.
inline std::string name_of(std::string const& target) {
  std::string name = "bcast_hostile" + target;
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}
inline key_t key_of(std::string const& target) {
  return static_cast<key_t>(std::hash<std::string>()(target) % 0x7FFF'FFFF) + 1;
}

/// The process that asks: the next one above this one that is called bcast.
pid_t asking_process();

/// Does once what the name says, to the file that the environment names as HOSTILE_TARGET.
void do_once(named_act const& what);

}  // namespace bcast::hostile
