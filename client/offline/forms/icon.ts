import type * as server from '../../../src/web/layout/icon.ts'
import { html, trusted, type Html } from '../../../src/kernel/html.ts'

const bodies = new Map<string, string>()
const drawn = new Map<string, Html>()

/** @param given the drawings of the asset `offline/icons.json` */
export function setIcons(given: Readonly<Record<string, string>>): void {
  for (const [name, body] of Object.entries(given)) bodies.set(name, body)
}

export const icon: typeof server.icon = (name) => {
  const known = drawn.get(name)
  if (known) return known
  const body = bodies.get(name)
  if (body === undefined) throw new Error(`no icon named ${name}`)
  // The drawings are from the server's own files, not from pages or users.
  const made = html`<svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">${trusted(body)}</svg>`
  drawn.set(name, made)
  return made
}
