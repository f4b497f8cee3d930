import { LRUCache } from 'lru-cache'
import type { Clock } from '../kernel/clock.ts'

/**
 * Maximum number of versions whose time is stored, about 200 bytes each. The least recently requested ones are dropped.
 */
const MAX_VERSIONS = 10_000

/** Returns the time at which the version with this entity tag was first sent, for the header `Last-Modified`. */
export type FindVersionTime = (tag: string) => Date

/**
 * Remembers when this process first sent each version of a feed. The database cannot provide this time: the removal of
 * an entry from a list changes the feed, but not the times of the remaining entries. After a restart, or for a dropped
 * version, the time is later than before, and feed readers fetch the feed once more.
 */
export function versionTimes(clock: Clock): FindVersionTime {
  const times = new LRUCache<string, Date>({ max: MAX_VERSIONS })
  return (tag) => {
    const time = times.get(tag) ?? clock.now()
    times.set(tag, time)
    return time
  }
}
