import { readHoles } from './html-template-holes.ts'
import type { HoleKind } from './html-template-holes.ts'

/** A value that may be inserted into a template. Other objects, such as promises, do not compile. */
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

/** The address that replaces an address with a forbidden scheme. */
const BLOCKED_ADDRESS = 'about:blank#blocked'
/** Matches the end of a template's fixed part if a boolean attribute starts there, such as ` ?checked="`. */
const BOOLEAN_START = /\s\?([^\s=]+)\s*=\s*["']$/
/** Matches a line break with the white space around it. */
const LINE_BREAK = /\s*\n\s*/g
const ALLOWED_SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'wallabag'])
const SPECIAL = /[[&<>"'\p{Cc}]--[\t\n\r]]/v
const ALL_SPECIAL = new RegExp(SPECIAL, 'gv')
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A parsed template: its fixed parts, and the kind of each hole between them. */
interface Plan {
  readonly parts: readonly string[]
  readonly holes: readonly Hole[]
}

interface Hole {
  readonly kind: HoleKind
  /** for a boolean attribute: a space and the attribute's name, written only if the value is true. Empty for other kinds */
  readonly attribute: string
}

const plans = new WeakMap<readonly string[], Plan>()

/**
 * Builds HTML from a template. Only this function turns text into HTML. Inserted text is escaped. Html and lists of
 * Html are inserted as they are. False, null and undefined insert nothing. `?checked="${isOn}"` writes `checked` or
 * nothing. `href`, `src`, `action` and similar attributes accept only relative addresses and the schemes http, https,
 * mailto, tel, and wallabag, which opens that app. Control characters, which HTML must not contain, become U+FFFD.
 *
 * A template may be laid out over several lines: a line break and its indentation are dropped next to a tag, a child and
 * an end of the template, and become one space elsewhere, as in JSX. White space that matters is written on one line, or
 * as `${' '}`.
 * @throws TypeError for a value in a place where escaping does not protect: inside a tag or comment, without quotes, in
 *   script or style, or in an event handler. Also for Html in an attribute or a title, and for values of other types.
 */
export function html(strings: TemplateStringsArray, ...children: readonly (Child | boolean)[]): Html {
  const { parts, holes } = plans.get(strings) ?? remember(strings)
  let markup = parts[0]!
  for (let index = 0; index < holes.length; index++) {
    markup += fill(holes[index]!, children[index]) + parts[index + 1]!
  }
  return new Markup(markup)
}

/**
 * Declares that markup is safe, and does not escape it. Call this only with output of the sanitiser.
 * @param markup HTML with balanced tags and without scripts
 */
export function trusted(markup: string): Html {
  return new Markup(markup)
}

function remember(strings: TemplateStringsArray): Plan {
  const kinds = readHoles(strings)
  const parts = strings.map((part, index) => withoutLayout(part, kinds[index - 1], kinds[index]))
  const holes = kinds.map((kind, index): Hole => {
    if (kind !== 'boolean') return { kind, attribute: '' }
    const [written = '', attribute = ''] = BOOLEAN_START.exec(parts[index]!) ?? []
    parts[index] = parts[index]!.slice(0, -written.length)
    parts[index + 1] = parts[index + 1]!.slice(1)
    return { kind, attribute: ` ${attribute}` }
  })
  const plan = { parts, holes }
  plans.set(strings, plan)
  return plan
}

/**
 * Removes the line breaks and the indentation of a fixed part.
 * @param before the kind of the hole before the part; undefined at the start of the template
 * @param behind the kind of the hole after the part; undefined at the end of the template
 */
function withoutLayout(part: string, before: HoleKind | undefined, behind: HoleKind | undefined): string {
  return part.replaceAll(LINE_BREAK, (space, start: number) => {
    const end = start + space.length
    const followsEdge = start === 0 ? !isInTag(before) : part[start - 1] === '>'
    const precedesEdge = end === part.length ? !isInTag(behind) : part[end] === '<' || part[end] === '>'
    return followsEdge || precedesEdge ? '' : ' '
  })
}

const isInTag = (kind: HoleKind | undefined): boolean => kind !== undefined && kind !== 'child' && kind !== 'plain'

function fill({ kind, attribute }: Hole, child: Child | boolean): string {
  if (kind === 'boolean') return child === true ? attribute : noAttribute(child)
  if (child === true) throw new TypeError('true where text, a number or nothing was expected')
  if (kind === 'child') return childMarkup(child)
  const text = plainText(child)
  return escapeText(kind === 'address' ? safeAddress(text) : text)
}

function noAttribute(child: Child): '' {
  if (child === false || child === null || child === undefined) return ''
  throw new TypeError(`${typeof child} where true, false or nothing was expected`)
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
 * @returns the address, or `BLOCKED_ADDRESS` if its scheme is not allowed. Browsers remove tabs and line breaks before
 *   they parse a scheme (WHATWG URL 4.4). This function does not, so it blocks every address with such characters in
 *   its scheme.
 */
function safeAddress(address: string): string {
  const colon = address.indexOf(':')
  if (colon === -1) return address
  const start = address.slice(0, colon).trim()
  if (/[/?#]/.test(start) || ALLOWED_SCHEMES.has(start.toLowerCase())) return address
  return BLOCKED_ADDRESS
}
