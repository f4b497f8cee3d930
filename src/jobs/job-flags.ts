import type { JobOptions } from './job-queue.ts'

/**
 * @returns the flags that a job competes for: its owner, its lane and its key (a job and a newer one with the same key
 *   never run at the same time)
 */
export function jobFlags({ userId, lane, dedupeKey }: Pick<JobOptions, 'userId' | 'lane' | 'dedupeKey'>): string[] {
  return [
    ...(userId === undefined ? [] : [`user:${userId}`]),
    ...(lane === undefined ? [] : [`lane:${lane}`]),
    ...(dedupeKey === undefined ? [] : [`key:${dedupeKey}`]),
  ]
}

/** @returns the rest of each flag that starts with the prefix */
export function flagsUnder(prefix: 'user:' | 'lane:', flags: readonly string[]): string[] {
  return flags.filter((flag) => flag.startsWith(prefix)).map((flag) => flag.slice(prefix.length))
}
