import { elementsOf, isText, textOf, type PageElement, type PageParent } from '../dom/page-tree.ts'

/** Number of pieces of visible text that are looked up in the hidden element. */
const MAX_PIECES = 40
const MIN_PIECES = 3
/** Minimum number of letters and digits of a piece. Shorter ones may occur anywhere. */
const MIN_LETTERS = 30
/** Minimum share of the pieces that the hidden element repeats. */
const MIN_REPEATED = 0.6
/** Maximum length in characters of the hidden text that is searched. */
const MAX_HIDDEN_TEXT = 2_000_000

/**
 * @param body the body of the page
 * @param hidden a hidden element in it
 * @returns whether the element repeats most of the text that the page shows, such as its source in Markdown
 */
export function isHiddenCopy(body: PageElement, hidden: PageElement): boolean {
  const pieces = visiblePieces(body, hidden)
  if (pieces.length < MIN_PIECES) return false
  const all = lettersOf(textOf(hidden, MAX_HIDDEN_TEXT))
  return pieces.filter((piece) => all.includes(piece)).length >= pieces.length * MIN_REPEATED
}

/** @returns the letters of pieces of text in paragraphs outside of the hidden element. Links and emphasis divide pieces. */
function visiblePieces(body: PageElement, hidden: PageElement): string[] {
  const inside = new Set<PageParent>([hidden, ...elementsOf(hidden)])
  const pieces: string[] = []
  for (const element of elementsOf(body)) {
    if (element.tagName !== 'p' || inside.has(element)) continue
    for (const node of element.childNodes) {
      const piece = isText(node) ? lettersOf(node.value) : ''
      if (piece.length >= MIN_LETTERS) pieces.push(piece)
      if (pieces.length >= MAX_PIECES) return pieces
    }
  }
  return pieces
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
