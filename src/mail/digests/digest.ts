import { parseCollectionQuery } from '../../collections/collection.ts'
import { AppError } from '../../kernel/errors.ts'
import { bookTitle } from '../request-delivery.ts'
import type { DigestSchedule } from './digest-times.ts'

/** A book of new articles that is sent daily or weekly. */
export interface Digest extends DigestSchedule {
  readonly id: number
  readonly addressId: number
  readonly name: string
  /** in the language of docs/query.md; empty for all entries */
  readonly query: string
  readonly maxEntries: number
  /** ISO time up to which it was sent */
  readonly lastAt: string
}

/** A digest as its user sends it, before it is checked. */
export interface NewDigest extends DigestSchedule {
  readonly addressId: number
  readonly name: string
  readonly query: string
  readonly maxEntries: number
}

/** Maximum number of digests of a user: one for each address, and some more. */
export const MAX_DIGESTS = 10
/** Limits of the number of articles in a digest. Further articles come with the next one. */
export const DIGEST_ENTRIES = { least: 1, most: 50, fallback: 20 } as const
const MAX_NAME = 60

/**
 * @returns the digest as it is stored
 * @throws AppError `invalid_input`; `details.field` names the field
 */
export function checkedDigest({
  addressId,
  name: givenName,
  query,
  weekday,
  minute,
  maxEntries,
}: NewDigest): NewDigest {
  const name = bookTitle(givenName)
  if (name === '' || name.length > MAX_NAME) throw wrong('name', `a name has 1 to ${MAX_NAME} characters`)
  const isDay = weekday === null || isWithin(weekday, 1, 7)
  if (!isDay) throw wrong('weekday', 'the day of the week is a number from 1 to 7')
  if (!isWithin(minute, 0, 24 * 60 - 1)) throw wrong('time', 'the time is one such as 07:30')
  const { least, most } = DIGEST_ENTRIES
  if (!isWithin(maxEntries, least, most)) throw wrong('maxEntries', `a digest has ${least} to ${most} articles`)
  return { addressId, name, query: parseCollectionQuery(query), weekday, minute, maxEntries }
}

const isWithin = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most

const wrong = (field: string, message: string) => new AppError('invalid_input', message, { details: { field } })
