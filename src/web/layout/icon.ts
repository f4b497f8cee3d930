import { readFileSync } from 'node:fs'
import { html, trusted } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'

const FILE = new URL('../../../public/vendor/icons.json', import.meta.url)

let bodies: Readonly<Record<string, string>> | undefined
const drawn = new Map<string, Html>()

/**
 * @param name one of `ICON_NAMES`, such as `archive`. The icons are from Lucide (https://lucide.dev/icons).
 * @returns an SVG that screen readers skip, because every icon has a text or an accessible name beside it
 * @throws Error for an icon that is missing in the file, which is a bug in a page
 */
export function icon(name: string): Html {
  const known = drawn.get(name)
  if (known) return known
  bodies ??= JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string>
  const body = bodies[name]
  if (body === undefined) throw new Error(`no icon named ${name}`)
  // The file is part of the program, so its content is safe as HTML.
  const made = html`
    <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">${trusted(body)}</svg>
  `
  drawn.set(name, made)
  return made
}
