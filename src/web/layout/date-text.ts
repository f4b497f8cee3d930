import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import type { Words } from './interface-words.ts'

/** @returns the day in UTC; the element's `datetime` contains the exact time */
export function dateText(date: Date, words: Words, length: 'long' | 'short' = 'long'): Html {
  return html`<time datetime="${date.toISOString()}">${words.day(date, length)}</time>`
}

/** Milliseconds below which an age is shown as a duration; longer ago, the date is shown. */
const RECENT_MS = 7 * 86_400_000

/**
 * @param ageMs age in milliseconds
 * @returns the age in words, or the date if it is more than a week ago
 */
export function ageText(date: Date, ageMs: number, words: Words): Html {
  if (ageMs >= RECENT_MS) return dateText(date, words, 'short')
  return html`<time datetime="${date.toISOString()}" title="${words.day(date, 'long')}">${words.age(ageMs)}</time>`
}
