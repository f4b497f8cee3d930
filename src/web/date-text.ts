import { html } from '../kernel/html.ts'
import type { Html } from '../kernel/html.ts'

const DAY = { day: 'numeric', year: 'numeric', timeZone: 'UTC' } as const
const FORMATS = {
  long: new Intl.DateTimeFormat('en-GB', { ...DAY, month: 'long' }),
  short: new Intl.DateTimeFormat('en-GB', { ...DAY, month: 'short' }),
}

/** @returns the day in UTC, with the exact time for machines */
export function dateText(date: Date, length: keyof typeof FORMATS = 'long'): Html {
  return html`<time datetime="${date.toISOString()}">${FORMATS[length].format(date)}</time>`
}
