/** Numbers of the parts of a content. */
export interface PartCounts {
  readonly paragraphs: number
  readonly headings: number
  readonly listItems: number
  readonly pictures: number
  readonly tables: number
  readonly codeBlocks: number
  readonly quotations: number
  /** links with an address */
  readonly links: number
  /** letters and digits, in UTF-16 units */
  readonly characters: number
}

/** The difference between two versions of a content. */
export interface PartChanges {
  readonly gained: PartCounts
  readonly lost: PartCounts
}

type Part = keyof PartCounts

/** The kinds of parts, in the order of reports. */
export const PARTS: readonly Part[] = [
  'paragraphs',
  'headings',
  'listItems',
  'pictures',
  'tables',
  'codeBlocks',
  'quotations',
  'links',
  'characters',
]

export const NO_PARTS = Object.fromEntries(PARTS.map((part) => [part, 0])) as Record<Part, number>

/**
 * Compares two versions of a content part by part. Elements are compared by their number, so a picture in place of
 * another one is no difference. Characters are compared word by word: words that only one version contains count, and
 * words in another place or order do not.
 * @param before sanitised HTML; empty if there was no article text
 * @param after sanitised HTML; empty if there is no article text
 */
export function compareParts(before: string, after: string): PartChanges {
  const [old, now] = [readParts(before), readParts(after)]
  const gained = { ...NO_PARTS }
  const lost = { ...NO_PARTS }
  const add = (part: Part, change: number, size = 1) => {
    if (change > 0) gained[part] += change * size
    else lost[part] -= change * size
  }
  for (const [part, count] of now.elements) add(part, count - (old.elements.get(part) ?? 0))
  for (const [part, count] of old.elements) if (!now.elements.has(part)) add(part, -count)
  for (const [word, count] of now.words) add('characters', count - (old.words.get(word) ?? 0), word.length)
  for (const [word, count] of old.words) if (!now.words.has(word)) add('characters', -count, word.length)
  return { gained, lost }
}

/** @returns the sums of the numbers */
export function addParts(one: PartCounts, other: PartCounts): PartCounts {
  return Object.fromEntries(PARTS.map((part) => [part, one[part] + other[part]])) as Record<Part, number>
}

const PARTS_BY_ELEMENT: ReadonlyMap<string, Part> = new Map([
  ['p', 'paragraphs'],
  ['h1', 'headings'],
  ['h2', 'headings'],
  ['h3', 'headings'],
  ['h4', 'headings'],
  ['h5', 'headings'],
  ['h6', 'headings'],
  ['li', 'listItems'],
  ['dt', 'listItems'],
  ['dd', 'listItems'],
  ['img', 'pictures'],
  ['table', 'tables'],
  ['pre', 'codeBlocks'],
  ['blockquote', 'quotations'],
  ['a', 'links'],
])

/**
 * Matches a tag (with the name of a start tag), a character reference, one character of Han, kana or Hangul, or a run
 * of letters, digits and marks. Sanitised HTML has quotation marks around all values, and no `<` in its text.
 */
const TAG_OR_WORD =
  /<([a-z][a-z\d]*)?[^"<>]*(?:"[^"]*"[^"<>]*)*>|&[a-z\d#]+;|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]]+/gv

interface Parts {
  readonly elements: ReadonlyMap<Part, number>
  /** number of occurrences of each word */
  readonly words: ReadonlyMap<string, number>
}

function readParts(html: string): Parts {
  const elements = new Map<Part, number>()
  const words = new Map<string, number>()
  for (const [piece, name] of html.matchAll(TAG_OR_WORD)) {
    if (piece.startsWith('<')) {
      const part = PARTS_BY_ELEMENT.get(name ?? '')
      if (part === undefined || (part === 'links' && !piece.includes(' href="'))) continue
      elements.set(part, (elements.get(part) ?? 0) + 1)
    } else if (!piece.startsWith('&')) {
      words.set(piece, (words.get(piece) ?? 0) + 1)
    }
  }
  return { elements, words }
}
