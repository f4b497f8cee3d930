/** A span of an element's text: the offsets of its start and of its end, in UTF-16 units. */
export interface TextSpan {
  readonly start: number
  readonly end: number
}

/**
 * Elements that contain only blocks and white space between the blocks. This white space is not highlighted, because a
 * mark there would break a table. src/web/reader/annotation-marks.ts has the same list.
 */
const BOXES = 'BLOCKQUOTE COLGROUP DETAILS DIV DL FIGURE OL SECTION TABLE TBODY TFOOT THEAD TR UL'.split(' ')

/** @returns the offsets of a range in the text of an element; undefined if the range is not inside the element */
export function spanOf(root: Node, range: Range): TextSpan | undefined {
  if (!root.contains(range.commonAncestorContainer)) return undefined
  const before = document.createRange()
  before.selectNodeContents(root)
  before.setEnd(range.startContainer, range.startOffset)
  const start = before.toString().length
  return { start, end: start + range.toString().length }
}

/** @returns the text offset at a point of the window; undefined if the element has no text there */
export function offsetAtPoint(root: Node, x: number, y: number): number | undefined {
  const caret = document.caretPositionFromPoint?.(x, y)
  // Safari before 18.4 supports only `caretRangeFromPoint`.
  const older = caret ? undefined : document.caretRangeFromPoint?.(x, y)
  const [node, offset] = caret ? [caret.offsetNode, caret.offset] : [older?.startContainer, older?.startOffset]
  if (!node || offset === undefined || !root.contains(node)) return undefined
  const before = document.createRange()
  before.selectNodeContents(root)
  before.setEnd(node, offset)
  return before.toString().length
}

/** A part of a text node that is inside a span, or a formula as a whole, because a formula must not contain marks. */
interface Piece {
  readonly node: Text | Element
  readonly from: number
  readonly to: number
}

/** @returns the parts of text nodes within a span, and the formulas that overlap it, in order */
function piecesOf(root: Node, { start, end }: TextSpan): Piece[] {
  const pieces: Piece[] = []
  let offset = 0
  for (const node of textsAndFormulas(root)) {
    if (offset >= end) break
    const length = node.textContent?.length ?? 0
    const [from, to] = [Math.max(0, start - offset), Math.min(length, end - offset)]
    if (from < to && (node instanceof Element || !isLayout(node))) pieces.push({ node, from, to })
    offset += length
  }
  return pieces
}

/** @returns the text nodes and the formulas below a node, in order. Texts inside of formulas are left out. */
function* textsAndFormulas(root: Node): Generator<Text | Element> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
    if (node.parentElement?.closest('math')) return NodeFilter.FILTER_REJECT
    return node instanceof Text || node.nodeName === 'math' ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP
  })
  for (let node = walker.nextNode(); node; node = walker.nextNode()) yield node as Text | Element
}

function isLayout(node: Text): boolean {
  return node.data.trim() === '' && BOXES.includes(node.parentElement?.tagName ?? '')
}

/**
 * @returns a DOM range that covers a span and begins and ends inside text nodes or around formulas; undefined if the
 * span contains no text
 */
export function rangeOf(root: Node, span: TextSpan): Range | undefined {
  const pieces = piecesOf(root, span)
  const [first, last] = [pieces[0], pieces.at(-1)]
  if (!first || !last) return undefined
  const range = document.createRange()
  if (first.node instanceof Text) range.setStart(first.node, first.from)
  else range.setStartBefore(first.node)
  if (last.node instanceof Text) range.setEnd(last.node, last.to)
  else range.setEndAfter(last.node)
  return range
}

/**
 * Calls a function that adds or removes marks, and then restores the selection, which may be lost when text nodes are
 * split or joined.
 */
export function keepSelected(root: Node, change: () => void): void {
  const selection = getSelection()
  const range = selection && !selection.isCollapsed && selection.rangeCount > 0 && selection.getRangeAt(0)
  const span = range && spanOf(root, range)
  const words = String(selection)
  change()
  const kept = span && String(selection) !== words ? rangeOf(root, span) : undefined
  if (kept) selection?.setBaseAndExtent(kept.startContainer, kept.startOffset, kept.endContainer, kept.endOffset)
}

/** Wraps each text and each formula of a span in a mark, as the server does. @returns the marks */
export function markSpan(root: Node, span: TextSpan, makeMark: () => HTMLElement): HTMLElement[] {
  return piecesOf(root, span).map((piece) => {
    const marked = piece.node instanceof Text ? splitOff(piece.node, piece) : piece.node
    const mark = makeMark()
    marked.replaceWith(mark)
    mark.append(marked)
    return mark
  })
}

/** Splits a text node into up to three. @returns the node with the text between `from` and `to` */
function splitOff(node: Text, { from, to }: Pick<Piece, 'from' | 'to'>): Text {
  const part = from > 0 ? node.splitText(from) : node
  if (to - from < part.length) part.splitText(to - from)
  return part
}

/** Removes the marks, but not their content. */
export function unmark(marks: Iterable<Element>): void {
  for (const mark of marks) {
    const { parentNode } = mark
    mark.replaceWith(...mark.childNodes)
    parentNode?.normalize()
  }
}
