import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'

/** @returns something that is out of the way until it is asked for, or until it has to be seen */
export function fold(summary: Child, body: Child, isOpen = false): Html {
  const inner = html`<summary>${summary}</summary>
${body}`
  return isOpen ? html`<details class="fold" open>${inner}</details>` : html`<details class="fold">${inner}</details>`
}
