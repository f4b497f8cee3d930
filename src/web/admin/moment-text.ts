import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import type { Localization } from '../layout/localization.ts'

/**
 * @param at a time in ISO 8601, in UTC
 * @returns the date and the time of day in UTC
 */
export function momentText(at: string, words: Localization): Html {
  const date = new Date(at)
  return html`
    <time datetime="${date.toISOString()}">
      ${words.day(date, 'short')}, ${date.toISOString().slice(11, 16)} UTC
    </time>
  `
}
