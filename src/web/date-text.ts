import { html } from '../kernel/html.ts'
import type { Html } from '../kernel/html.ts'
import type { Words } from './words.ts'

/** @returns the day in UTC, with the exact time for machines */
export function dateText(date: Date, words: Words, length: 'long' | 'short' = 'long'): Html {
  return html`<time datetime="${date.toISOString()}">${words.day(date, length)}</time>`
}
