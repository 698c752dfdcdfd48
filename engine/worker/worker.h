/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * worker.h - the measuring process: serves one case, one variant, one pass.
 */
#ifndef LSMBENCH_ENGINE_WORKER_H
#define LSMBENCH_ENGINE_WORKER_H

/* Serve requests on WORKER_CONTROL until the front end closes it. The process's exit status. */
int worker_serve(void);

#endif
