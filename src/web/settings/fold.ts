import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'

/** @returns a collapsed section that opens on a click, or is open initially */
export function fold(summary: Child, body: Child, isOpen = false): Html {
  const inner = html`<summary>${summary}</summary>
${body}`
  return isOpen ? html`<details class="fold" open>${inner}</details>` : html`<details class="fold">${inner}</details>`
}
