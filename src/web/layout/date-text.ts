import { UNKNOWN_TIME } from '../../entries/entry.ts'
import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import type { Localization } from './localization.ts'

/**
 * @returns the date in UTC. The attribute `datetime` contains the exact time. For the unknown time of an imported entry, a
 *   text says so.
 */
export function dateText(date: Date, words: Localization, length: 'long' | 'short' = 'long'): Html {
  if (isUnknown(date)) return html`<span>${words.t('entry.dateUnknown')}</span>`
  return html`<time datetime="${date.toISOString()}">${words.day(date, length)}</time>`
}

/** @returns true for the time of entries that were imported without a possible one */
export const isUnknown = (date: Date): boolean => date.toISOString() === UNKNOWN_TIME

/**
 * Ages below this number of milliseconds are shown in words, such as "3 days ago". For older dates, the date is shown.
 */
const RECENT_MS = 7 * 86_400_000

/**
 * @param ageMs age in milliseconds
 * @returns the age in words, or the date if the age is a week or more
 */
export function ageText(date: Date, ageMs: number, words: Localization): Html {
  if (ageMs >= RECENT_MS) return dateText(date, words, 'short')
  return html`<time datetime="${date.toISOString()}" title="${words.day(date, 'long')}">${words.age(ageMs)}</time>`
}
