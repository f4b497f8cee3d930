import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'

/** @param isOpen whether the section is initially open @returns a section that opens and collapses on a click */
export function fold(summary: Child, body: Child, isOpen = false): Html {
  const inner = html`<summary>${summary}</summary>
${body}`
  return isOpen ? html`<details class="fold" open>${inner}</details>` : html`<details class="fold">${inner}</details>`
}
