import type * as server from '../../../src/web/layout/icon.ts'
import { html, trusted, type Html } from '../../../src/kernel/html.ts'

const bodies = new Map<string, string>()
const drawn = new Map<string, Html>()

/** Sets the icons. @param given the content of the asset `vendor/icons.json`: SVG by name */
export function setIcons(given: Readonly<Record<string, string>>): void {
  for (const [name, body] of Object.entries(given)) bodies.set(name, body)
}

export const icon: typeof server.icon = (name) => {
  const cached = drawn.get(name)
  if (cached) return cached
  const body = bodies.get(name)
  if (body === undefined) throw new Error(`no icon named ${name}`)
  // The drawings are trusted as HTML, because they are part of Dogear and contain no user input.
  const made = html`<svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">${trusted(body)}</svg>`
  drawn.set(name, made)
  return made
}
