import { LRUCache } from 'lru-cache'
import type { Clock } from '../kernel/clock.ts'

/** Maximum number of versions. One takes about 200 bytes. */
const MOST = 10_000

/** Returns the time at which a version was first sent, for the header `Last-Modified`. */
export type FindVersionTime = (tag: string) => Date

/**
 * Remembers when this process first sent each version of a feed. The database does not record this time: an entry that
 * leaves a list changes the list, but no time of the remaining entries. After a restart, or when the memory is full, a
 * version gets a later time. Readers then only fetch the feed once more.
 */
export function versionTimes(clock: Clock): FindVersionTime {
  const times = new LRUCache<string, Date>({ max: MOST })
  return (tag) => {
    const time = times.get(tag) ?? clock.now()
    times.set(tag, time)
    return time
  }
}
