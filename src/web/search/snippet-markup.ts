import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import type { Snippet } from '../../search/search-index.ts'

const BEGINS_INSIDE = /^\p{Ll}/u
const ENDS_A_SENTENCE = /[.!?…。！？]["'”’»)\]]?\s*$/u

/** @returns a piece of text with the words that were looked for marked, and dots where it was cut from a sentence */
export function snippetMarkup({ text, marks }: Snippet): Html {
  const pieces: Html[] = []
  let done = 0
  for (const [start, end] of marks) {
    if (start < done || end <= start) continue
    pieces.push(html`${text.slice(done, start)}<mark>${text.slice(start, end)}</mark>`)
    done = end
  }
  const before = BEGINS_INSIDE.test(text) ? '… ' : ''
  const after = ENDS_A_SENTENCE.test(text.slice(-4)) ? '' : ' …'
  return html`${before}${pieces}${text.slice(done).trimEnd()}${after}`
}
