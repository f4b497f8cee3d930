import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'

/** @param isOpen whether the section is initially open @returns a section that opens and collapses on a click */
export function collapsibleSection(summary: Child, body: Child, isOpen = false): Html {
  return html`<details class="fold" ?open="${isOpen}"><summary>${summary}</summary>
${body}</details>`
}
