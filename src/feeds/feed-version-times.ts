import { LRUCache } from 'lru-cache'
import type { Clock } from '../kernel/clock.ts'

/** Maximum number of remembered versions. Each takes about 200 bytes. */
const MAX_VERSIONS = 10_000

/** Returns the time at which the version with this entity tag was first sent, for the header `Last-Modified`. */
export type FindVersionTime = (tag: string) => Date

/**
 * Remembers when this process first sent each version of a feed. The database cannot provide this time: when an entry
 * leaves a list, no time of the remaining entries changes. After a restart, or when the memory is full, a version gets
 * a later time. Feed readers then fetch the feed once more, which is harmless.
 */
export function versionTimes(clock: Clock): FindVersionTime {
  const times = new LRUCache<string, Date>({ max: MAX_VERSIONS })
  return (tag) => {
    const time = times.get(tag) ?? clock.now()
    times.set(tag, time)
    return time
  }
}
