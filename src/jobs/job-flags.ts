import type { JobOptions } from './job-queue.ts'

/**
 * @returns what a job competes for: its owner, its lane, and its key (a job and the newer one with the same key do not
 * run side by side)
 */
export function jobFlags({ userId, lane, dedupeKey }: Pick<JobOptions, 'userId' | 'lane' | 'dedupeKey'>): string[] {
  return [
    ...(userId === undefined ? [] : [`user:${userId}`]),
    ...(lane === undefined ? [] : [`lane:${lane}`]),
    ...(dedupeKey === undefined ? [] : [`key:${dedupeKey}`]),
  ]
}

/** @returns what follows the prefix, of those flags that have it */
export function flagsUnder(prefix: 'user:' | 'lane:', flags: readonly string[]): string[] {
  return flags.filter((flag) => flag.startsWith(prefix)).map((flag) => flag.slice(prefix.length))
}
