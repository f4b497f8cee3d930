import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import type { Words } from './words.ts'

/** @returns the day in UTC, with the exact time for machines */
export function dateText(date: Date, words: Words, length: 'long' | 'short' = 'long'): Html {
  return html`<time datetime="${date.toISOString()}">${words.day(date, length)}</time>`
}

/** Shorter ages than this are shown as a duration, longer ones as a date; in milliseconds. */
const RECENT_MS = 7 * 86_400_000

/** @param ageMs the age in milliseconds @returns the age in words, or the date if it is long ago */
export function ageText(date: Date, ageMs: number, words: Words): Html {
  if (ageMs >= RECENT_MS) return dateText(date, words, 'short')
  return html`<time datetime="${date.toISOString()}" title="${words.day(date, 'long')}">${words.age(ageMs)}</time>`
}
