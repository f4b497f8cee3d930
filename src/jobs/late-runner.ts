import type { JobHandlers, JobRunner } from './job-queue.ts'

export interface WakingRunner extends JobRunner {
  /** Looks for work now. */
  wake(): void
}

/** @returns a runner that is loaded when it is started, so that a process which runs no jobs never loads it */
export function lateRunner(load: () => Promise<WakingRunner>): WakingRunner {
  let runner: WakingRunner | undefined
  return {
    start: async (handlers: JobHandlers) => {
      runner ??= await load()
      await runner.start(handlers)
    },
    stop: async (graceMs) => runner?.stop(graceMs),
    wake: () => runner?.wake(),
  }
}
