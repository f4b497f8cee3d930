import { html, type Html } from '../../kernel/html.ts'

/** A page with a folded corner, as in the mark of the product. */
const PAGE = html`
  <path d="M56 8H32a4 4 0 0 0-4 4v48a4 4 0 0 0 4 4h32a4 4 0 0 0 4-4V20" />
  <path d="M56 8v8a4 4 0 0 0 4 4h8z" stroke="var(--accent)" />
`

/** The drawings. Their lines have the colour of quiet text, and the folded corner has the accent colour. */
const DRAWINGS = {
  /** a page with text, for a list that has no entries yet */
  page: html`${PAGE}<path d="M37 32h22m-22 9h22m-22 9h13" />`,
  /** a page with a tick, for a list in which everything is done */
  done: html`${PAGE}<path d="m38 42 7 7 14-15" />`,
  /** a page in a box */
  archive: html`
    <path d="M56 8H32a4 4 0 0 0-4 4v20m40 0V20" />
    <path d="M56 8v8a4 4 0 0 0 4 4h8z" stroke="var(--accent)" />
    <path d="M20 32h56v8H20zm4 8v22a3 3 0 0 0 3 3h42a3 3 0 0 0 3-3V40M41 51h14" />
  `,
  /** a page with a star */
  star: html`${PAGE}<path d="m48 30 3.4 7.2 7.6 1-5.6 5.4 1.5 7.8-6.9-3.8-6.9 3.8 1.5-7.8-5.6-5.4 7.6-1z" />`,
  /** a page that is half read */
  reading: html`${PAGE}<path d="M37 32h22m-22 9h9" /><path d="M37 52h22" stroke-dasharray="1 5" />`,
  /** a page under a magnifying glass */
  search: html`${PAGE}<circle cx="46" cy="40" r="9" /><path d="m53 47 8 8" />`,
  /** a page with a marked line */
  marker: html`
    ${PAGE}<path d="M37 32h22m-22 18h14" />
    <path d="M37 41h22" stroke="var(--accent)" stroke-width="6" stroke-opacity="0.35" />
  `,
  /** two pages, one behind the other */
  pages: html`${PAGE}<path d="M37 32h22m-22 9h13M20 18v46a8 8 0 0 0 8 8h28" />`,
  /** the place of a page that was taken away */
  vanished: html`
    <path d="M56 8H32a4 4 0 0 0-4 4v48a4 4 0 0 0 4 4h32a4 4 0 0 0 4-4V20" stroke-dasharray="4 5" />
    <path d="M56 8v8a4 4 0 0 0 4 4h8z" stroke="var(--accent)" />
  `,
  /** a page with a tag on a string */
  tag: html`${PAGE}<path d="M36 38v-6h6l13 13-6 6z" /><path d="M40 36h.01" />`,
} as const

export type DrawingName = keyof typeof DRAWINGS

/** @returns a small line drawing for an empty page, in the colours of the theme. Screen readers skip it. */
export function drawing(name: DrawingName): Html {
  return html`
    <svg
      viewBox="18 4 60 70"
      width="60"
      height="70"
      fill="none"
      stroke="var(--ink-faint)"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      ${DRAWINGS[name]}
    </svg>
  `
}
