/**
 * Priority from which a job is bulk work, for which no user waits. Bulk work never occupies all slots of a process or of
 * a user, so that a job for which a user waits starts at once.
 */
export const BULK_PRIORITY = 10

/** The flag of all bulk work. */
export const BULK_FLAG = 'bulk:all'

export interface FlaggedJob {
  /** 0 for jobs of the installation */
  readonly userId: number
  readonly lane: string | null
  readonly dedupeKey: string | null
  readonly priority: number
}

/**
 * @returns flags for the job's user, lane and key, and for bulk work. The runner counts its running jobs by flag. Users,
 *   lanes and bulk work have limits, and only one job with a given key runs at a time.
 */
export function jobFlags({ userId, lane, dedupeKey, priority }: FlaggedJob): string[] {
  const isBulk = priority >= BULK_PRIORITY
  return [
    ...(isBulk ? [BULK_FLAG] : []),
    ...(isBulk && userId > 0 ? [`bulk:${userId}`] : []),
    ...(userId === 0 ? [] : [`user:${userId}`]),
    ...(lane === null ? [] : [`lane:${lane}`]),
    ...(dedupeKey === null ? [] : [`key:${dedupeKey}`]),
  ]
}

/** @returns the flags that start with `prefix`, without the prefix */
export function flagsUnder(prefix: 'user:' | 'lane:' | 'bulk:', flags: readonly string[]): string[] {
  return flags.filter((flag) => flag.startsWith(prefix)).map((flag) => flag.slice(prefix.length))
}
