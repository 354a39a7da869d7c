/* SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT */
#ifndef BCAST_KIT_MAIN_H
#define BCAST_KIT_MAIN_H

#include "bcast/kit/subject.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A whole program that checks these subjects: `--help` lists its arguments, which are those of
 * `bcast check`. Each law runs in a process of its own (unless `--no-fork`): a subject that crashes
 * or hangs breaks the law, and the run goes on. Returns the exit status: 0 every law holds, 1 one
 * is broken, 2 bad arguments or tables, 4 resources. Lives in bcast::proptests. */
int bcast_main(int argc, char **argv, const bcast_subject *subjects, size_t count);

#ifdef __cplusplus
}
#endif

#endif
