import { html, trusted } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { iconBody } from './icon-body.ts'

const drawn = new Map<string, Html>()

/** The drawings are trusted as HTML, because they are part of Dogear and contain no user input. */
const drawing = (name: string): Html => trusted(iconBody(name))

/**
 * @param name one of `ICON_NAMES`
 * @returns an SVG that screen readers skip, because every icon has a text or an accessible name beside it
 * @throws Error for an unknown icon
 */
export function icon(name: string): Html {
  const known = drawn.get(name)
  if (known) return known
  const made = html`
    <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">${drawing(name)}</svg>
  `
  drawn.set(name, made)
  return made
}
