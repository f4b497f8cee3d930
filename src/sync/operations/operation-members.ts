import { AppError } from '../../kernel/errors.ts'
import { storableText } from '../../kernel/storable-text.ts'
import type { Reference } from './operation.ts'

/** The members of an operation's JSON object before validation. */
export type Members = Readonly<Record<string, unknown>>

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const MAX_ID = 999_999_999_999_999
/** Matches a date and time of RFC 3339, section 5.6. */
const TIME_PATTERN = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)$/

/** @returns the UUID in lower case; undefined if the value is not a UUID */
export function uuidOf(value: unknown): string | undefined {
  return typeof value === 'string' && UUID_PATTERN.test(value) ? value.toLowerCase() : undefined
}

/** @throws AppError `invalid_input` if the member is not a UUID */
export function requiredUuid(members: Members, name: string): string {
  const uuid = uuidOf(members[name])
  if (uuid === undefined) throw wrongMember(name, 'a UUID')
  return uuid
}

/** @throws AppError `invalid_input` if the member is neither an id nor a UUID */
export function requiredReference(members: Members, name: string): Reference {
  const value = members[name]
  const isId = typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_ID
  const reference = isId ? value : uuidOf(value)
  if (reference === undefined) throw wrongMember(name, 'an id or a temporary id')
  return reference
}

/** @throws AppError `invalid_input` if the member is neither an id nor a UUID nor null */
export function requiredReferenceOrNull(members: Members, name: string): Reference | null {
  return members[name] === null ? null : requiredReference(members, name)
}

/** @throws AppError `invalid_input` if the member is not a list of ids and UUIDs, or has more than `max` items */
export function optionalReferences(members: Members, name: string, max: number): readonly Reference[] {
  const list = optionalList(members, name)
  if (list.length > max) throw wrongMember(name, `a list of at most ${max}`)
  return list.map((one) => requiredReference({ [name]: one }, name))
}

/** @throws AppError `invalid_input` if the member is not a number */
export function requiredNumber(members: Members, name: string): number {
  const value = members[name]
  if (typeof value !== 'number') throw wrongMember(name, 'a number')
  return value
}

/** @returns a time of RFC 3339 in the years 1000 to 9999 as ISO text in UTC; undefined for any other value */
export function dateOf(value: unknown): string | undefined {
  const time = typeof value === 'string' && TIME_PATTERN.test(value) ? Date.parse(value) : Number.NaN
  const date = new Date(time)
  return date.getUTCFullYear() >= 1000 && date.getUTCFullYear() <= 9999 ? date.toISOString() : undefined
}

/**
 * @returns the time as ISO text in UTC, limited to the range from 1970 to `now`
 * @throws AppError `invalid_input` if the value is not a time in the format of RFC 3339
 */
export function timeOf(value: unknown, now: Date): string {
  const time = typeof value === 'string' && TIME_PATTERN.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(time)) throw wrongMember('at', 'a time of RFC 3339')
  // Times before 1970 become 1970, because ISO texts of negative years would not sort correctly.
  return new Date(Math.min(Math.max(time, 0), now.getTime())).toISOString()
}

/** @throws AppError `invalid_input` if the member is present and not a boolean */
export function optionalFlag(members: Members, name: string): boolean | undefined {
  const value = members[name]
  if (value === undefined || typeof value === 'boolean') return value
  throw wrongMember(name, 'true or false')
}

/** @throws AppError `invalid_input` if the member is present and not text */
export function optionalText(members: Members, name: string): string | undefined {
  const value = members[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string') throw wrongMember(name, 'text')
  return storableText(value)
}

/**
 * @returns the list; an empty one if the member is absent
 * @throws AppError `invalid_input` if the member is present and not a list
 */
export function optionalList(members: Members, name: string): readonly unknown[] {
  const value = members[name] ?? []
  if (!Array.isArray(value)) throw wrongMember(name, 'a list')
  return value
}

/** @throws AppError `invalid_input` if there is a member whose name is not in `names` */
export function refuseOthers(members: Members, names: readonly string[]): void {
  const other = Object.keys(members).find((name) => !names.includes(name))
  if (other !== undefined) throw new AppError('invalid_input', `unknown member "${other.slice(0, 50)}"`)
}

function wrongMember(name: string, expected: string): AppError {
  return new AppError('invalid_input', `"${name}" must be ${expected}`)
}
