import { encodingOf } from './charset-label.ts'

/**
 * HTML standard, "prescan a byte stream to determine its encoding", the loop.
 * @param head the first bytes of a page, one character each
 * @returns the encoding that the first usable `<meta>` names, by the Encoding standard
 */
export function prescanMeta(head: string): string | undefined {
  const lower = head.toLowerCase()
  for (let at = lower.indexOf('<'); at >= 0; at = lower.indexOf('<', at)) {
    if (isMeta(lower, at)) {
      const found = metaCharset(lower, at + 5)
      if (found.encoding !== undefined) return found.encoding
      at = found.end
    } else at = skipMarkup(lower, at)
  }
  return undefined
}

function isMeta(text: string, at: number): boolean {
  return text.startsWith('<meta', at) && /[\s/]/.test(text.charAt(at + 5))
}

/** @returns where the thing that opens at the `<` has ended; always further on */
function skipMarkup(text: string, at: number): number {
  if (text.startsWith('<!--', at)) return after(text, '-->', at + 2)
  if (/[a-z]/.test(text.charAt(at + (text.charAt(at + 1) === '/' ? 2 : 1)))) return skipTag(text, at + 1)
  return /[!/?]/.test(text.charAt(at + 1)) ? after(text, '>', at + 1) : at + 1
}

function after(text: string, close: string, from: number): number {
  const at = text.indexOf(close, from)
  return at < 0 ? text.length : at + close.length
}

function skipTag(text: string, from: number): number {
  let at = from
  while (at < text.length && !/[\s>]/.test(text.charAt(at))) at += 1
  for (;;) {
    const attribute = readAttribute(text, at)
    at = attribute.end
    if (attribute.name === '') return at
  }
}

interface MetaCharset {
  readonly encoding: string | undefined
  readonly end: number
}

function metaCharset(text: string, from: number): MetaCharset {
  const attributes = new Map<string, string>()
  let end = from
  for (;;) {
    const attribute = readAttribute(text, end)
    end = attribute.end
    if (attribute.name === '') return { encoding: namedEncoding(attributes), end }
    if (!attributes.has(attribute.name)) attributes.set(attribute.name, attribute.value)
  }
}

function namedEncoding(attributes: ReadonlyMap<string, string>): string | undefined {
  const direct = attributes.get('charset')
  if (direct !== undefined) return encodingOf(direct)
  if (attributes.get('http-equiv') !== 'content-type') return undefined
  return encodingOf(charsetInContent(attributes.get('content') ?? ''))
}

/** HTML standard, "extracting a character encoding from a meta element". */
function charsetInContent(content: string): string | undefined {
  for (let at = content.indexOf('charset'); at >= 0; at = content.indexOf('charset', at + 7)) {
    const rest = content.slice(at + 7).trimStart()
    if (!rest.startsWith('=')) continue
    const value = rest.slice(1).trimStart()
    const quote = value.charAt(0)
    if (quote !== '"' && quote !== "'") return value.split(/[\s;]/, 1)[0]
    const close = value.indexOf(quote, 1)
    return close < 0 ? undefined : value.slice(1, close)
  }
  return undefined
}

interface Attribute {
  /** empty when the tag has ended */
  readonly name: string
  readonly value: string
  readonly end: number
}

/** HTML standard, "get an attribute". */
function readAttribute(text: string, from: number): Attribute {
  let at = from
  while (/[\s/]/.test(text.charAt(at))) at += 1
  if (at >= text.length || text.charAt(at) === '>') return { name: '', value: '', end: at }
  const nameEnd = scan(text, at + 1, /[\s/>=]/)
  const name = text.slice(at, nameEnd)
  const equals = scan(text, nameEnd, /\S/)
  if (text.charAt(equals) !== '=') return { name, value: '', end: equals }
  return { name, ...readValue(text, scan(text, equals + 1, /\S/)) }
}

function readValue(text: string, at: number): Omit<Attribute, 'name'> {
  const quote = text.charAt(at)
  if (quote !== '"' && quote !== "'") {
    const end = scan(text, at, /[\s>]/)
    return { value: text.slice(at, end), end }
  }
  const close = text.indexOf(quote, at + 1)
  if (close < 0) return { value: '', end: text.length }
  return { value: text.slice(at + 1, close), end: close + 1 }
}

/** @returns the first place from `at` on whose character matches, or the end of the text */
function scan(text: string, at: number, wanted: RegExp): number {
  let place = at
  while (place < text.length && !wanted.test(text.charAt(place))) place += 1
  return place
}
