import { readHoles } from './template-holes.ts'
import type { HoleKind } from './template-holes.ts'

/** A value that may be inserted into a template. Objects, promises and `true` do not compile. */
export type Child = Html | string | number | false | null | undefined | readonly Child[]

/** HTML that is safe to send as it is. Only `html` and `trusted` create it. */
export type Html = Markup

class Markup {
  readonly #markup: string

  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}

/** The address that is written instead of one with a forbidden scheme. */
const BLOCKED = 'about:blank#blocked'
const ALLOWED_SCHEMES = new Set(['http', 'https', 'mailto', 'tel'])
const SPECIAL = /[[&<>"'\p{Cc}]--[\t\n\r]]/v
const ALL_SPECIAL = new RegExp(SPECIAL, 'gv')
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const plans = new WeakMap<readonly string[], readonly HoleKind[]>()

/**
 * Builds HTML from a template; the only function that turns text into HTML. Inserted text is escaped, Html and lists of
 * Html are inserted as they are, and false, null and undefined insert nothing. In `href`, `src`, `action` and similar
 * attributes, only relative addresses and those with the schemes http, https, mailto and tel are allowed. Control
 * characters, which HTML must not contain, become U+FFFD.
 * @throws TypeError for a value in a place where escaping does not protect (inside a tag or comment, unquoted, in
 *   script or style, in an event handler), for Html in an attribute or a title, and for values of other types
 */
export function html(strings: TemplateStringsArray, ...children: readonly Child[]): Html {
  const plan = plans.get(strings) ?? remember(strings)
  let markup = strings[0]!
  for (let index = 0; index < plan.length; index++) {
    markup += fill(plan[index]!, children[index]) + strings[index + 1]!
  }
  return new Markup(markup)
}

/**
 * Declares markup as safe without escaping it. Only for output of the sanitiser.
 * @param markup HTML with balanced tags and without scripts
 */
export function trusted(markup: string): Html {
  return new Markup(markup)
}

function remember(strings: TemplateStringsArray): readonly HoleKind[] {
  const plan = readHoles(strings)
  plans.set(strings, plan)
  return plan
}

function fill(kind: HoleKind, child: Child): string {
  if (kind === 'child') return childMarkup(child)
  const text = plainText(child)
  return escapeText(kind === 'address' ? safeAddress(text) : text)
}

function childMarkup(child: Child): string {
  if (typeof child === 'string') return escapeText(child)
  if (child instanceof Markup) return child.toString()
  if (!Array.isArray(child)) return plainText(child)
  let markup = ''
  for (const one of child as readonly Child[]) markup += childMarkup(one)
  return markup
}

function plainText(child: Child): string {
  if (typeof child === 'string') return child
  if (typeof child === 'number') return String(child)
  if (child === false || child === null || child === undefined) return ''
  throw new TypeError(`${typeof child} where text, a number or nothing was expected (markup fits between tags only)`)
}

function escapeText(text: string): string {
  return SPECIAL.test(text) ? text.replace(ALL_SPECIAL, (character) => ESCAPES[character] ?? '\ufffd') : text
}

/**
 * @returns the address, or a blocked one if its scheme is not allowed. Browsers remove tabs and line breaks before they
 *   parse the scheme (WHATWG URL 4.4). A scheme that contains them is refused here, because no allowed scheme does.
 */
function safeAddress(address: string): string {
  const colon = address.indexOf(':')
  if (colon === -1) return address
  const start = address.slice(0, colon).trim()
  if (/[/?#]/.test(start) || ALLOWED_SCHEMES.has(start.toLowerCase())) return address
  return BLOCKED
}
