/** Functions that receive the tags and texts of an article, in order. Positions are indices into the markup. */
interface ArticleVisitor {
  /** @param name name of the element, in lower case */
  readonly open: (name: string, from: number, to: number) => void
  readonly close: (name: string, from: number, to: number) => void
  readonly text: (from: number, to: number) => void
}

const LESS = 60
const GREATER = 62
const QUOTE = 34
const SLASH = 47

/** Elements without an end tag (WHATWG HTML 13.1.2) that the sanitiser allows. */
const VOID_ELEMENTS: ReadonlySet<string> = new Set(['br', 'col', 'hr', 'img', 'source', 'wbr'])

/** @returns true if the element never has content or an end tag */
export function isVoid(name: string): boolean {
  return VOID_ELEMENTS.has(name)
}

/**
 * Scans sanitised markup in one pass, without building a tree. Relies on the sanitiser for balanced tags, names in
 * lower case, attribute values in double quotes, and the absence of comments. If a tag has no end, the tag and all
 * markup after it are passed on as text.
 */
export function scanArticle(markup: string, { open, close, text }: ArticleVisitor): void {
  let at = 0
  while (at < markup.length) {
    const from = tagStart(markup, at)
    if (from > at) text(at, from)
    if (from === markup.length) return
    const to = tagEnd(markup, from)
    if (to === 0) return text(from, markup.length)
    const isEnd = markup.charCodeAt(from + 1) === SLASH
    const name = tagName(markup, from + (isEnd ? 2 : 1))
    if (isEnd) close(name, from, to)
    else open(name, from, to)
    at = to
  }
}

/** @returns the position of the next tag, or the length of the markup. A `<` without a tag name after it is text. */
function tagStart(markup: string, at: number): number {
  for (let from = markup.indexOf('<', at); from !== -1; from = markup.indexOf('<', from + 1)) {
    const next = markup.charCodeAt(from + 1)
    if (isLetter(next) || (next === SLASH && isLetter(markup.charCodeAt(from + 2)))) return from
  }
  return markup.length
}

/** @returns the position after the `>` that ends a tag, ignoring any `>` in quotes; 0 if the tag does not end */
function tagEnd(markup: string, from: number): number {
  let isQuoted = false
  for (let at = from + 1; at < markup.length; at++) {
    const code = markup.charCodeAt(at)
    if (code === QUOTE) isQuoted = !isQuoted
    else if (code === GREATER && !isQuoted) return at + 1
    else if (code === LESS && !isQuoted) return 0
  }
  return 0
}

function tagName(markup: string, from: number): string {
  let to = from
  while (isNameCode(markup.charCodeAt(to))) to++
  return markup.slice(from, to)
}

const isLetter = (code: number): boolean => code >= 97 && code <= 122
const isNameCode = (code: number): boolean => isLetter(code) || (code >= 48 && code <= 57)
