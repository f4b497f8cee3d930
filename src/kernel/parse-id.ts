import { notFound } from './errors.ts'

/** Matches a positive integer. All integers of 15 digits are exact as numbers. */
const ID = /^[1-9]\d{0,14}$/
const PAGE_NUMBER = /^[1-9]\d{0,8}$/

/** @returns the id of a record; undefined if the value is no text of a valid id */
export function parseId<Id extends number = number>(value: unknown): Id | undefined {
  return typeof value === 'string' && ID.test(value) ? (Number(value) as Id) : undefined
}

/**
 * @param what the kind of record, such as `entry`
 * @returns the id of a record
 * @throws AppError `not_found` if the text is not a valid id
 */
export function requireId<Id extends number = number>(text: string, what: string): Id {
  const id = parseId<Id>(text)
  if (id === undefined) throw notFound(what)
  return id
}

/** @returns the ids in a form field that may occur several times. Other values are skipped. */
export function parseIds<Id extends number = number>(value: unknown): Id[] {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value]
  return texts.flatMap((text) => parseId<Id>(text) ?? [])
}

/** @returns the number of a page, from 1; undefined if the value is no text of a number with up to nine digits */
export function parsePageNumber(value: unknown): number | undefined {
  return typeof value === 'string' && PAGE_NUMBER.test(value) ? Number(value) : undefined
}

/**
 * @returns the number of a page, from 1
 * @throws AppError `not_found` if the text is not a valid number
 */
export function requirePageNumber(text: string): number {
  const page = parsePageNumber(text)
  if (page === undefined) throw notFound('page')
  return page
}
