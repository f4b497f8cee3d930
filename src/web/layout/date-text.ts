import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import type { Words } from './words.ts'

/** @returns the day in UTC, with the exact time for machines */
export function dateText(date: Date, words: Words, length: 'long' | 'short' = 'long'): Html {
  return html`<time datetime="${date.toISOString()}">${words.day(date, length)}</time>`
}

/** Up to so many milliseconds people count back; what is older has a date. */
const RECENT_MS = 7 * 86_400_000

/** @param ageMs how long it is ago, in milliseconds @returns that in words, or the day where it is long ago */
export function ageText(date: Date, ageMs: number, words: Words): Html {
  if (ageMs >= RECENT_MS) return dateText(date, words, 'short')
  return html`<time datetime="${date.toISOString()}" title="${words.day(date, 'long')}">${words.age(ageMs)}</time>`
}
