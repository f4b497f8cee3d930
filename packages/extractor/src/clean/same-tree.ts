import { isElement, isText, type PageElement, type PageNode, type PageParent } from '../dom/page-tree.ts'

/**
 * Compares two trees of elements and texts. Adjacent texts count as one text, as in markup.
 *
 * @returns whether both trees have the same elements, attributes and texts in the same order, so that their markup is
 *   the same; false also if one of them contains other nodes
 */
export function isSameTree(one: PageParent, other: PageParent): boolean {
  const waiting: PageParent[] = [one, other]
  for (let right = waiting.pop(); right !== undefined; right = waiting.pop()) {
    const left = waiting.pop()!
    if (!haveSameChildren(left.childNodes, right.childNodes, waiting)) return false
  }
  return true
}

/** @param waiting pairs of elements that must be compared; those among the children are added */
function haveSameChildren(left: readonly PageNode[], right: readonly PageNode[], waiting: PageParent[]): boolean {
  let at = 0
  for (let i = 0; i < left.length; i++) {
    const node = left[i]!
    if (isElement(node)) {
      const same = right[at++]
      if (same === undefined || !isElement(same) || !isSameTag(node, same)) return false
      waiting.push(node, same)
      continue
    }
    const [text, next] = [textAt(left, i), textAt(right, at)]
    if (text === undefined || text !== next) return false
    i = endOfText(left, i) - 1
    at = endOfText(right, at)
  }
  return at === right.length
}

/** @returns the text of the text nodes from a position on; undefined if the node is none */
function textAt(nodes: readonly PageNode[], start: number): string | undefined {
  let text: string | undefined
  for (let i = start; i < nodes.length; i++) {
    const node = nodes[i]!
    if (!isText(node)) break
    text = text === undefined ? node.value : text + node.value
  }
  return text
}

function endOfText(nodes: readonly PageNode[], start: number): number {
  let at = start
  while (at < nodes.length && isText(nodes[at]!)) at += 1
  return at
}

function isSameTag(one: PageElement, other: PageElement): boolean {
  if (one.tagName !== other.tagName || one.namespaceURI !== other.namespaceURI) return false
  if (one.attrs.length !== other.attrs.length || hasContent(one) || hasContent(other)) return false
  return one.attrs.every(({ name, value, prefix }, i) => {
    const same = other.attrs[i]!
    return name === same.name && value === same.value && prefix === same.prefix
  })
}

/** @returns whether the element is a template. Its markup is in a tree of its own. */
function hasContent(element: PageElement): boolean {
  return 'content' in element && element.content !== undefined
}
