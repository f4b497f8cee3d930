import {
  attributeOf,
  createText,
  elementsOf,
  isElement,
  setChildren,
  textOf,
  type PageElement,
  type PageNode,
} from '../dom/page-tree.ts'

/** Inline elements that pages show as boxes with a margin, such as a row of tags or sizes. */
const INLINE_BOXES = new Set(['a', 'button', 'label', 'span'])
/** Minimum length in characters of a word in a span. Single letters are often styled one by one. */
const MIN_WORD = 3
const MAX_WORD = 60
const KEEPS_SPACE = new Set(['pre', 'code'])

/**
 * Inserts a space between inline elements whose words would run together without the style of the page, such as two
 * links, or two spans of one class of which the second starts with a capital letter.
 *
 * @param root the article, changed in place
 * @returns the number of inserted spaces
 */
export function separateWords(root: PageElement): number {
  let inserted = 0
  const preformatted = new Set<unknown>()
  for (const parent of [root, ...elementsOf(root)]) {
    if (KEEPS_SPACE.has(parent.tagName) || preformatted.has(parent.parentNode)) {
      preformatted.add(parent)
      continue
    }
    const children = withSpaces(parent.childNodes)
    if (children === undefined) continue
    inserted += children.length - parent.childNodes.length
    setChildren(parent, children)
  }
  return inserted
}

/** @returns the nodes with spaces between them; undefined if none is needed */
function withSpaces(nodes: readonly PageNode[]): PageNode[] | undefined {
  let result: PageNode[] | undefined
  for (let i = 1; i < nodes.length; i++) {
    const [before, node] = [nodes[i - 1]!, nodes[i]!]
    if (isElement(before) && isElement(node) && runTogether(before, node)) {
      result ??= nodes.slice(0, i)
      result.push(createText(' '))
    }
    result?.push(node)
  }
  return result
}

function runTogether(one: PageElement, next: PageElement): boolean {
  if (one.tagName !== next.tagName || !INLINE_BOXES.has(one.tagName)) return false
  const [before, after] = [textOf(one, MAX_WORD + 1), textOf(next, MAX_WORD + 1)]
  if (!/[\p{L}\p{N}]$/u.test(before) || !/^[\p{L}\p{N}]/u.test(after)) return false
  if (one.tagName !== 'span') return true
  const name = attributeOf(one, 'class')
  const areWords = before.length >= MIN_WORD && after.length >= MIN_WORD && before.length <= MAX_WORD
  return (
    areWords &&
    name !== undefined &&
    name === attributeOf(next, 'class') &&
    /\p{Ll}$/u.test(before) &&
    /^\p{Lu}/u.test(after)
  )
}
