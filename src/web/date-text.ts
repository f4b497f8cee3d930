import { html } from '../kernel/html.ts'
import type { Html } from '../kernel/html.ts'

const DAY = { day: 'numeric', year: 'numeric', timeZone: 'UTC' } as const
/** Made at first use: ICU's data takes longer to load than the rest of a page to draw. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** @returns the day in UTC, with the exact time for machines */
export function dateText(date: Date, length: 'long' | 'short' = 'long'): Html {
  const format = formats.get(length) ?? new Intl.DateTimeFormat('en-GB', { ...DAY, month: length })
  formats.set(length, format)
  return html`<time datetime="${date.toISOString()}">${format.format(date)}</time>`
}
