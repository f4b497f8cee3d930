import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import type { Snippet } from '../../search/search-index.ts'

/** @returns a piece of text with the words that were looked for marked */
export function snippetMarkup({ text, marks }: Snippet): Html {
  const pieces: Html[] = []
  let done = 0
  for (const [start, end] of marks) {
    if (start < done || end <= start) continue
    pieces.push(html`${text.slice(done, start)}<mark>${text.slice(start, end)}</mark>`)
    done = end
  }
  return html`${pieces}${text.slice(done)}`
}
