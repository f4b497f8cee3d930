/** A range of the text of an element: offset of its first character, and after its last. */
export interface TextSpan {
  readonly start: number
  readonly end: number
}

/**
 * Blanks between the children of these elements are layout, and a mark there would break a table. The server has the
 * same list.
 */
const BOXES = 'BLOCKQUOTE COLGROUP DETAILS DIV DL FIGURE OL SECTION TABLE TBODY TFOOT THEAD TR UL'.split(' ')

/** @returns the text offsets of a range within an element, ignoring markup; undefined outside of it */
export function spanOf(root: Node, range: Range): TextSpan | undefined {
  if (!root.contains(range.commonAncestorContainer)) return undefined
  const before = document.createRange()
  before.selectNodeContents(root)
  before.setEnd(range.startContainer, range.startOffset)
  const start = before.toString().length
  return { start, end: start + range.toString().length }
}

/** The part of one text node within a span. */
interface Piece {
  readonly node: Text
  readonly from: number
  readonly to: number
}

/** @returns the parts of text nodes within a span, in order */
function piecesOf(root: Node, { start, end }: TextSpan): Piece[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const pieces: Piece[] = []
  let offset = 0
  for (let node = walker.nextNode() as Text | null; node && offset < end; node = walker.nextNode() as Text | null) {
    const [from, to] = [Math.max(0, start - offset), Math.min(node.length, end - offset)]
    if (from < to && !isLayout(node)) pieces.push({ node, from, to })
    offset += node.length
  }
  return pieces
}

function isLayout(node: Text): boolean {
  return node.data.trim() === '' && BOXES.includes(node.parentElement?.tagName ?? '')
}

/** Marks every part of a span, with the same elements as the server. @returns the marks */
export function markSpan(root: Node, span: TextSpan, makeMark: () => HTMLElement): HTMLElement[] {
  return piecesOf(root, span).map(({ node, from, to }) => {
    const marked = from > 0 ? node.splitText(from) : node
    if (to - from < marked.length) marked.splitText(to - from)
    const mark = makeMark()
    marked.replaceWith(mark)
    mark.append(marked)
    return mark
  })
}

/** Removes marks and keeps their content. */
export function unmark(marks: Iterable<Element>): void {
  for (const mark of marks) {
    const { parentNode } = mark
    mark.replaceWith(...mark.childNodes)
    parentNode?.normalize()
  }
}
