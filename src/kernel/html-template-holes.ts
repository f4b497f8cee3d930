/**
 * Determines the context of each hole (an inserted value, `${…}`) of an HTML template: text, attribute or address. It
 * reads the fixed parts of the template with a small version of the tokenizer of WHATWG HTML 13.2.5. This module
 * imports nothing, because it also runs in browsers.
 */

/**
 * The kinds of values that fit into a hole. `child`: text or markup; `plain`: only text; `attribute`: the text of an
 * attribute value; `address`: an address, whose scheme is checked; `boolean`: true if the attribute is present, as in
 * `?checked="${isOn}"` (the notation of lit, https://lit.dev/docs/templates/expressions/).
 */
export type HoleKind = 'child' | 'plain' | 'attribute' | 'address' | 'boolean'

/** Attributes whose value is an address that browsers follow or load (WHATWG HTML, index of attributes, and SVG). */
const ADDRESS_ATTRIBUTES = new Set([
  'action',
  'archive',
  'background',
  'cite',
  'classid',
  'codebase',
  'data',
  'formaction',
  'href',
  'icon',
  'longdesc',
  'manifest',
  'ping',
  'poster',
  'profile',
  'src',
  'xlink:href',
])
/**
 * Attributes whose values are code, markup or lists of addresses. They must not contain holes, because escaping does
 * not make these values safe.
 */
const REFUSED_ATTRIBUTES = new Set(['style', 'srcdoc', 'srcset', 'imagesrcset', 'http-equiv', 'attributename'])
/**
 * Elements whose attributes must not contain holes. These attributes select code to run, set the base address, or
 * change other attributes.
 */
const REFUSED_ELEMENTS = new Set(['base', 'object', 'embed', 'applet', 'animate', 'set', 'animatetransform'])
/** Elements whose content browsers parse as raw text, some of them only in certain modes (WHATWG HTML 13.1.2). */
const RAW_TEXT = new Set(['script', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript', 'plaintext'])
/**
 * Elements whose content is escapable raw text: browsers decode character references in it, but parse no tags (WHATWG
 * HTML 13.1.2).
 */
const ESCAPABLE_TEXT = new Set(['title', 'textarea'])
const SAFE_FIXED_SCHEME = /^(?:https?|mailto|tel):/i

interface Reader {
  readonly kinds: HoleKind[]
  mode: 'text' | 'tag' | 'value'
  /** name of the current element if its content is raw text or escapable raw text; otherwise empty */
  element: string
  /** text that was read in the current `mode`, with the character NUL in place of each hole */
  seen: string
  tag: string
  attribute: string
  quote: string
}

/**
 * @param strings the fixed parts of a template
 * @returns the kind of each hole, in order
 * @throws TypeError for an incomplete template, or for a hole where escaping cannot make the inserted value safe
 */
export function readHoles(strings: readonly string[]): readonly HoleKind[] {
  const reader: Reader = { kinds: [], mode: 'text', element: '', seen: '', tag: '', attribute: '', quote: '' }
  strings.forEach((part, index) => {
    readPart(reader, part, strings)
    if (index < strings.length - 1) reader.kinds.push(holeKind(reader, strings))
  })
  if (reader.mode !== 'text' || reader.element !== '') refuse('the template ends inside a tag', strings)
  return reader.kinds
}

function readPart(reader: Reader, part: string, strings: readonly string[]): void {
  let position = 0
  while (position < part.length) {
    if (reader.mode === 'text') position = readText(reader, part, position, strings)
    else if (reader.mode === 'tag') position = readTag(reader, part, position, strings)
    else position = readValue(reader, part, position, strings)
  }
}

/** @returns the position after the next tag name; the end of `part` if it contains no further tag */
function readText(reader: Reader, part: string, from: number, strings: readonly string[]): number {
  const open = part.indexOf('<', from)
  if (open === -1) return part.length
  if (reader.element !== '') return readEndOfElement(reader, part, open)
  if (part.startsWith('<!--', open)) return after(part, '-->', open + 4, strings)
  if (/[!?]/.test(part[open + 1] ?? '')) return after(part, '>', open, strings)
  const name = /^<\/?([a-z][^\s/>]*)/i.exec(part.slice(open))
  if (!name) return readLoneBracket(part, open, strings)
  const end = open + name[0].length
  if (end === part.length) refuse('a tag name may not touch a hole', strings)
  Object.assign(reader, { mode: 'tag', tag: (part[open + 1] === '/' ? '/' : '') + name[1]!.toLowerCase() })
  return end
}

/**
 * Handles a `<` without a tag name. `</` starts a comment (“bogus comment” in the standard), any other `<` is text. A
 * hole must not follow directly, because its value could become a tag name.
 */
function readLoneBracket(part: string, open: number, strings: readonly string[]): number {
  if (/^<\/?$/.test(part.slice(open))) return refuse('a tag name may not be a hole', strings)
  return part[open + 1] === '/' ? after(part, '>', open, strings) : open + 1
}

/** Only the end tag of the same element ends its raw text. All other tags are text. */
function readEndOfElement(reader: Reader, part: string, open: number): number {
  const end = `</${reader.element}`
  if (part.slice(open, open + end.length).toLowerCase() !== end || !/[\s/>]/.test(part[open + end.length] ?? '')) {
    return open + 1
  }
  Object.assign(reader, { mode: 'tag', tag: `/${reader.element}`, element: '' })
  return open + end.length
}

/** @returns the position after the tag, or after the opening quote of the next attribute value */
function readTag(reader: Reader, part: string, from: number, strings: readonly string[]): number {
  const rest = part.slice(from)
  const close = /^[\s/]*>/.exec(rest)
  if (close) {
    closeTag(reader)
    return from + close[0].length
  }
  const attribute = /^[\s/]+([^\s/>="'<]+)(?:\s*=\s*(["']?))?/.exec(rest)
  if (!attribute) return refuse('no hole may stand inside a tag, and tags must be well formed', strings)
  return openAttribute(reader, attribute, { from, part, strings })
}

interface HolePosition {
  readonly from: number
  readonly part: string
  readonly strings: readonly string[]
}

function openAttribute(reader: Reader, match: RegExpExecArray, { from, part, strings }: HolePosition): number {
  const end = from + match[0].length
  const name = match[1]!.toLowerCase()
  if (end === part.length && !match[2]) refuse('a value needs quotes around it', strings)
  if (match[2] === undefined) return end
  if (match[2] === '') return afterUnquoted(part, end, strings)
  Object.assign(reader, { mode: 'value', attribute: name, quote: match[2], seen: '' })
  return end
}

function afterUnquoted(part: string, from: number, strings: readonly string[]): number {
  const value = /^[^\s>"'=<`]+/.exec(part.slice(from))
  if (!value || from + value[0].length === part.length) return refuse('a value needs quotes around it', strings)
  return from + value[0].length
}

function closeTag(reader: Reader): void {
  const isText = RAW_TEXT.has(reader.tag) || ESCAPABLE_TEXT.has(reader.tag)
  Object.assign(reader, { mode: 'text', element: isText ? reader.tag : '' })
}

function readValue(reader: Reader, part: string, from: number, strings: readonly string[]): number {
  const end = part.indexOf(reader.quote, from)
  const text = part.slice(from, end === -1 ? part.length : end)
  if (startsWithAddressHole(reader) && /^[^/?#]/.test(text)) refuse('text may not continue a scheme', strings)
  reader.seen += text
  if (reader.attribute.startsWith('?') && (end === -1 ? text !== '' : reader.seen !== '\0')) {
    refuse('the value of a boolean attribute is one hole and nothing else', strings)
  }
  if (end === -1) return part.length
  reader.mode = 'tag'
  return end + 1
}

/**
 * @returns true if an address starts with a hole. Only `/`, `?` or `#` may follow such a hole. Any other text could
 *   complete a dangerous scheme, such as `javascript:`.
 */
const startsWithAddressHole = ({ attribute, seen }: Reader): boolean =>
  ADDRESS_ATTRIBUTES.has(attribute) && seen === '\0'

function holeKind(reader: Reader, strings: readonly string[]): HoleKind {
  if (reader.mode === 'tag') return refuse('no hole may stand inside a tag', strings)
  if (reader.mode === 'value') return valueKind(reader, strings)
  if (RAW_TEXT.has(reader.element)) return refuse(`no hole may stand inside <${reader.element}>`, strings)
  return reader.element === '' ? 'child' : 'plain'
}

function valueKind(reader: Reader, strings: readonly string[]): HoleKind {
  const { attribute, tag, seen } = reader
  if (attribute.startsWith('on') || REFUSED_ATTRIBUTES.has(attribute) || REFUSED_ELEMENTS.has(tag)) {
    refuse(`no hole may stand in ${attribute} of <${tag}>`, strings)
  }
  if (tag === 'meta' && attribute === 'content' && /http-equiv/i.test(strings.join(''))) {
    refuse('no hole may stand in <meta http-equiv>', strings)
  }
  reader.seen += '\0'
  if (attribute.startsWith('?')) return 'boolean'
  if (!ADDRESS_ATTRIBUTES.has(attribute)) return 'attribute'
  if (seen === '') return 'address'
  if (!decidesScheme(seen)) refuse('the fixed start of an address must settle its scheme', strings)
  return 'attribute'
}

/**
 * @returns true if the fixed text before a hole determines the scheme of the address, so that the hole cannot change it
 */
const decidesScheme = (start: string): boolean => /^[^:&]*[/?#]/.test(start) || SAFE_FIXED_SCHEME.test(start)

function after(part: string, end: string, from: number, strings: readonly string[]): number {
  const found = part.indexOf(end, from)
  return found === -1 ? refuse('no hole may stand in a comment or declaration', strings) : found + end.length
}

function refuse(reason: string, strings: readonly string[]): never {
  throw new TypeError(`${reason}: ${strings.join('${…}').trim().slice(0, 200)}`)
}
