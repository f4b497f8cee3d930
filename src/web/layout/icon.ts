import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { html, trusted } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'

interface IconSet {
  readonly icons: Readonly<Record<string, { readonly body: string }>>
  readonly aliases?: Readonly<Record<string, { readonly parent: string }>>
}

let set: IconSet | undefined
const drawn = new Map<string, Html>()

/**
 * @param name of an icon of Lucide (https://lucide.dev/icons), such as `archive`
 * @returns an SVG that screen readers skip, because every icon has a text or an accessible name beside it
 * @throws Error for an unknown icon, which is a bug in a page
 */
export function icon(name: string): Html {
  const known = drawn.get(name)
  if (known) return known
  const body = bodyOf(name)
  // Safe as HTML, because the drawings are part of the package.
  const made = html`<svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">${trusted(body)}</svg>`
  drawn.set(name, made)
  return made
}

/** @returns the SVG content of icons by name, for pages that the browser draws itself */
export function iconBodies(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, bodyOf(name)]))
}

/** @throws Error for an unknown icon */
function bodyOf(name: string): string {
  set ??= JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('@iconify-json/lucide/icons.json'), 'utf8'),
  ) as IconSet
  const body = (set.icons[name] ?? set.icons[set.aliases?.[name]?.parent ?? ''])?.body
  if (body === undefined) throw new Error(`no icon named ${name}`)
  return body
}
