import { readPlaceholders } from './html-placeholders.ts'
import type { PlaceholderKind } from './html-placeholders.ts'

/** What may stand in a hole. Objects, promises and `true` do not compile. */
export type Child = Html | string | number | false | null | undefined | readonly Child[]

/** Markup that is safe to send as it is. Comes only from `html` and `trusted`. */
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

/** The address that stands where one with a forbidden scheme was given. */
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

const plans = new WeakMap<readonly string[], readonly PlaceholderKind[]>()

/**
 * The one function that turns text into HTML. Escapes what is put in its holes; nested Html and lists of it go in as
 * they are; false, null and undefined leave nothing. In href, src, action and the like only http, https, mailto, tel and
 * relative addresses are let through. Control characters, which no HTML may hold, become U+FFFD.
 * @throws TypeError for a hole that escaping cannot protect (inside a tag or comment, unquoted, in script or style, in an
 *   event handler), for Html in an attribute or title, and for children of other types
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
 * Lets markup in without escaping: for what the sanitiser made, and for nothing else.
 * @param markup HTML whose tags are balanced and which holds nothing that runs
 */
export function trusted(markup: string): Html {
  return new Markup(markup)
}

function remember(strings: TemplateStringsArray): readonly PlaceholderKind[] {
  const plan = readPlaceholders(strings)
  plans.set(strings, plan)
  return plan
}

function fill(kind: PlaceholderKind, child: Child): string {
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

/** Tabs and the like, which browsers drop before they read the scheme (WHATWG URL 4.4), are in no allowed name. */
function safeAddress(address: string): string {
  const colon = address.indexOf(':')
  if (colon === -1) return address
  const start = address.slice(0, colon).trim()
  if (/[/?#]/.test(start) || ALLOWED_SCHEMES.has(start.toLowerCase())) return address
  return BLOCKED
}
