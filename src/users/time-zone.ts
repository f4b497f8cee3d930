import { LRUCache } from 'lru-cache'
import type { Database } from '../db/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Now } from '../query/moment-in-utc.ts'
import { changePreferences } from './change-preferences.ts'

/**
 * Name of the preference for the user's time zone. Its value is a name of the IANA database, such as `Europe/Berlin`.
 */
export const TIME_ZONE_PREFERENCE = 'timeZone'
const DEFAULT_TIME_ZONE = 'UTC'
const MAX_NAME = 64

/** @returns the time zone in a user's preferences; UTC if there is none */
export function timeZoneOf(preferences: Readonly<Record<string, unknown>>): string {
  const zone = preferences[TIME_ZONE_PREFERENCE]
  return typeof zone === 'string' && isTimeZone(zone) ? zone : DEFAULT_TIME_ZONE
}

/** @returns true if the text is the name of a supported time zone */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text) || text.length > MAX_NAME) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** @returns the current time and the user's time zone; relative dates in queries, such as "today", depend on both */
export type FindNow = (owner: { readonly id: UserId; readonly revision: number }) => Promise<Now>

/**
 * Maximum number of users whose time zone is cached. Each change of the preferences increases the user's revision,
 * which makes the cached time zone invalid.
 */
const MAX_CACHED = 1000

export function nowFinder(database: Database, clock: Clock): FindNow {
  const find = database.prepare<{ preferences: string }>('select preferences from user_config where user_id = $1')
  const cache = new LRUCache<UserId, { readonly revision: number; readonly timeZone: string }>({ max: MAX_CACHED })
  return async ({ id, revision }) => {
    const cached = cache.get(id)
    if (cached?.revision === revision) return { at: clock.now(), timeZone: cached.timeZone }
    const [row] = await find.all(id)
    const timeZone = timeZoneOf(row ? (JSON.parse(row.preferences) as Record<string, unknown>) : {})
    cache.set(id, { revision, timeZone })
    return { at: clock.now(), timeZone }
  }
}

/** Stores the time zone of a user's browser if the user has none yet. Ignores an unknown name. */
export async function setFirstTimeZone(
  { database }: { readonly database: Database },
  owner: UserId,
  zone: string,
): Promise<void> {
  if (!isTimeZone(zone)) return
  const [row] = await database
    .prepare<{ preferences: string }>('select preferences from user_config where user_id = $1')
    .all(owner)
  const preferences = row ? (JSON.parse(row.preferences) as Record<string, unknown>) : {}
  if (preferences[TIME_ZONE_PREFERENCE] !== undefined) return
  await changePreferences({ database }, owner, { [TIME_ZONE_PREFERENCE]: zone })
}
