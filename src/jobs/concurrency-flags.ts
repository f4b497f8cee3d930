import type { JobOptions } from './job-queue.ts'

/**
 * @returns flags for the job's user, lane and key. The runner counts its running jobs by flag. Users and lanes have
 *   limits, and only one job with a given key runs at a time.
 */
export function jobFlags({ userId, lane, dedupeKey }: Pick<JobOptions, 'userId' | 'lane' | 'dedupeKey'>): string[] {
  return [
    ...(userId === undefined ? [] : [`user:${userId}`]),
    ...(lane === undefined ? [] : [`lane:${lane}`]),
    ...(dedupeKey === undefined ? [] : [`key:${dedupeKey}`]),
  ]
}

/** @returns the flags that start with `prefix`, without the prefix */
export function flagsUnder(prefix: 'user:' | 'lane:', flags: readonly string[]): string[] {
  return flags.filter((flag) => flag.startsWith(prefix)).map((flag) => flag.slice(prefix.length))
}
