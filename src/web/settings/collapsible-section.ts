import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'

/**
 * @param isOpen true if the section is open when the page opens
 * @returns a section that the user can open and collapse with a click
 */
export function collapsibleSection(summary: Child, body: Child, isOpen = false): Html {
  return html`<details class="fold" ?open="${isOpen}"><summary>${summary}</summary>${body}</details>`
}
