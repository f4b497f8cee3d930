/** Matches a tag of an SVG element without text, such as a shape. */
const SHAPE_TAG =
  /\s*<(\/?)(animate|circle|clippath|defs|ellipse|g|line|lineargradient|mask|path|polygon|polyline|radialgradient|rect|stop|symbol|use)(?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'))?)*\s*(\/?)>/iy

const BLANK_SPACE = /\s*/y

/** Elements whose content the parser treats as text if scripting is enabled (HTML standard, 13.2.5). */
const RAW_TEXT_ELEMENTS = new Set('script style textarea title noscript iframe noembed noframes xmp'.split(' '))

/** Matches types of scripts whose content no later step reads. Structured data and formulas have other types. */
const UNREAD_SCRIPT_TYPE =
  /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script|text\/babel|application\/json|speculationrules|importmap)$/i

/**
 * Empties scripts, style sheets, comments and drawings before a page is parsed. They are half of an average page, and
 * the parser would read every letter of them. The elements are found by the rules of a browser's tokenizer. Where these
 * rules leave doubt, the rest of the page stays unchanged.
 *
 * @param text a whole HTML page
 * @returns the page with these elements emptied, except for scripts with structured data or formulas, and drawings with
 * text
 */
export function stripScriptsAndStyles(text: string): string {
  const kept: string[] = []
  let from = 0
  let at = text.indexOf('<')
  while (at >= 0) {
    const end = endOfOrdinaryTag(text, at)
    if (end !== undefined) {
      at = text.indexOf('<', end)
      continue
    }
    const next = readMarkup(text, at)
    if (next === undefined) break
    if (next.cut) {
      kept.push(text.slice(from, next.cut.start))
      from = next.cut.end
    }
    at = text.indexOf('<', next.end)
  }
  // Unlike `+`, this makes a text without inner parts, which the parser reads faster.
  return from === 0 ? text : [...kept, text.slice(from)].join('')
}

/**
 * Matches a usual tag whose content is ordinary markup. The other functions read the other tags, comments and
 * declarations.
 */
const ORDINARY_TAG =
  /<\/?(?!(?:script|style|textarea|title|noscript|iframe|noembed|noframes|xmp|svg|math|plaintext)[\s/>])[a-z][^\s/>]*(?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s*\/?>/iy

function endOfOrdinaryTag(text: string, at: number): number | undefined {
  ORDINARY_TAG.lastIndex = at
  return ORDINARY_TAG.test(text) ? ORDINARY_TAG.lastIndex : undefined
}

interface Markup {
  /** position after the element, tag or comment */
  readonly end: number
  readonly cut?: { readonly start: number; readonly end: number }
}

/**
 * @returns the end of the tag, element or comment that starts at `at`, and the part to remove; undefined if the end is
 * uncertain
 */
function readMarkup(text: string, at: number): Markup | undefined {
  if (text.startsWith('<!--', at)) return readComment(text, at)
  const sign = text[at + 1] ?? ''
  if (LETTER.test(sign)) return readElement(text, at + 1)
  if (sign === '/' && LETTER.test(text[at + 2] ?? '')) return readTag(text, at + 2)
  return /[!?/]/.test(sign) ? endingWith(text, />/g, at + 1) : { end: at + 1 }
}

const LETTER = /[a-z]/i

/** @param at position of the name of a start tag */
function readElement(text: string, at: number): Markup | undefined {
  const tag = readTag(text, at)
  if (!tag || tag.name === 'plaintext') return undefined
  const { name, end } = tag
  if (name === 'svg') return readDrawing(text, end)
  if (name === 'math') return endingWith(text, /<\/math/gi, end)
  if (!RAW_TEXT_ELEMENTS.has(name)) return { end }
  const close = closingTag(text, name, end)
  if (close === undefined) return undefined
  if (name === 'script' && hidesItsEnd(text.slice(end, close))) return undefined
  return isUnread(tag) ? { end: close, cut: { start: end, end: close } } : { end: close }
}

/**
 * @returns whether a script contains a comment with a `<script` tag. The first `</script>` does not end such a script
 * (HTML standard, 13.2.5.26).
 */
function hidesItsEnd(script: string): boolean {
  const comment = script.indexOf('<!--')
  return comment >= 0 && /<script/i.test(script.slice(comment))
}

function isUnread({ name, type }: Tag): boolean {
  return name === 'style' || (name === 'script' && UNREAD_SCRIPT_TYPE.test(type.trim()))
}

const COMMENT_END = /--!?>/g

/**
 * Maximum length in characters of a comment that keeps its text. Later steps read short comments as markers, such as
 * those of React.
 */
const MARK_LENGTH = 8

/**
 * Removes the text of a comment, but not the comment itself. If the comment were removed, the characters before and
 * after it could form a tag.
 */
function readComment(text: string, at: number): Markup | undefined {
  const comment = endingWith(text, COMMENT_END, at + 2)
  const close = comment && text.lastIndexOf('--', comment.end)
  return close !== undefined && close > at + 4 + MARK_LENGTH
    ? { ...comment!, cut: { start: at + 4, end: close } }
    : comment
}

/** @param at position after the start tag */
function readDrawing(text: string, at: number): Markup | undefined {
  const drawing = endingWith(text, /<\/svg/gi, at)
  const end = endOfShapes(text, at)
  return drawing && end === drawing.end - '</svg'.length ? { ...drawing, cut: { start: at, end } } : drawing
}

function endingWith(text: string, mark: RegExp, from: number): Markup | undefined {
  mark.lastIndex = from
  return mark.test(text) ? { end: mark.lastIndex } : undefined
}

const CLOSING_TAGS = new Map([...RAW_TEXT_ELEMENTS].map((name) => [name, new RegExp(`</${name}[\\s/>]`, 'gi')]))

/** @returns the position of the next end tag with this name */
function closingTag(text: string, name: string, from: number): number | undefined {
  const pattern = CLOSING_TAGS.get(name)!
  pattern.lastIndex = from
  return pattern.exec(text)?.index
}

interface Tag {
  readonly name: string
  /** value of the attribute `type`; empty if the element does not have it */
  readonly type: string
  /** position after the `>` of the tag */
  readonly end: number
}

const TAG_NAME = /[^\s/>]*/y

const ATTRIBUTE = /[\s/]*(?:(=?[^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?)/y

function readTag(text: string, at: number): Tag | undefined {
  TAG_NAME.lastIndex = at
  const name = TAG_NAME.exec(text)![0].toLowerCase()
  let type: string | undefined
  let end = TAG_NAME.lastIndex
  while (text[end] !== '>') {
    ATTRIBUTE.lastIndex = end
    const [whole, attribute, double, single, bare] = ATTRIBUTE.exec(text)!
    if (whole === '' || ATTRIBUTE.lastIndex >= text.length) return undefined
    if (attribute?.toLowerCase() === 'type') type ??= double ?? single ?? bare
    end = ATTRIBUTE.lastIndex
  }
  return { name, type: type ?? '', end: end + 1 }
}

/**
 * @param text a page
 * @param at a position inside an `svg` element
 * @returns the end of the complete shapes that start at this position; `at` itself if there are none
 */
function endOfShapes(text: string, at: number): number {
  const open: string[] = []
  let end = at
  for (let next = shapeAt(text, at); next; next = shapeAt(text, next.end)) {
    if (next.kind === 'start') open.push(next.name)
    if (next.kind === 'end' && open.pop() !== next.name) break
    if (open.length === 0) end = next.end
  }
  BLANK_SPACE.lastIndex = end
  return BLANK_SPACE.test(text) ? BLANK_SPACE.lastIndex : end
}

interface Shape {
  readonly kind: 'start' | 'end' | 'whole'
  readonly name: string
  readonly end: number
}

function shapeAt(text: string, at: number): Shape | undefined {
  SHAPE_TAG.lastIndex = at
  const found = SHAPE_TAG.exec(text)
  if (!found) return undefined
  const [, isEnd, name, isWhole] = found
  return { kind: isEnd ? 'end' : isWhole ? 'whole' : 'start', name: name!.toLowerCase(), end: SHAPE_TAG.lastIndex }
}
