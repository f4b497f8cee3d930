import { defaultTreeAdapter, parse, parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { AppError } from '../../kernel/errors.ts'
import { dropScriptText } from './drop-script-text.ts'
import { isElement, nodesOf, setChildren, type PageParent } from './page-tree.ts'

/** Bounds of section 5 of the security notes. Text nodes are not counted: there is at most one more than elements. */
const MAX_NODES = 200_000
/** Elements from the root to any other. */
export const MAX_DEPTH = 512
/** Of one element; pages rarely use more than twenty. What comes after is left out. */
const MAX_ATTRIBUTES = 100

/**
 * @param text a whole HTML page
 * @returns its tree as browsers build it with scripting on (so noscript holds text), at most 512 deep, without the text
 *   of programs and style sheets
 * @throws AppError `too_large` above 200,000 elements and comments
 */
export function parsePage(text: string): Tree.Document {
  const document = parse(dropScriptText(text), { treeAdapter: countingAdapter() })
  flattenBelow(document, MAX_DEPTH)
  return document
}

/**
 * @param html a piece of HTML, read as the inside of a body
 * @returns its tree, at most 512 deep
 * @throws AppError `too_large` above 200,000 elements and comments
 */
export function parseHtmlFragment(html: string): Tree.DocumentFragment {
  const fragment = parseFragment(html, { treeAdapter: countingAdapter() })
  flattenBelow(fragment, MAX_DEPTH)
  return fragment
}

function bounded<T>(attributes: T[]): T[] {
  return attributes.length > MAX_ATTRIBUTES ? attributes.slice(0, MAX_ATTRIBUTES) : attributes
}

function countingAdapter(): typeof defaultTreeAdapter {
  let nodes = 0
  const count = (): void => {
    nodes += 1
    if (nodes > MAX_NODES) throw new AppError('too_large', `the page has more than ${MAX_NODES} nodes`)
  }
  return {
    ...defaultTreeAdapter,
    createElement: (tagName, namespace, attrs) => {
      count()
      return defaultTreeAdapter.createElement(tagName, namespace, bounded(attrs))
    },
    adoptAttributes: (element, attrs) => defaultTreeAdapter.adoptAttributes(element, bounded(attrs)),
    createCommentNode: (data) => (count(), defaultTreeAdapter.createCommentNode(data)),
  }
}

/**
 * Lays flat what lies too deep: it becomes the content of the last element that is allowed.
 *
 * @param root the tree, changed in place
 * @param maxDepth most elements from the root to any other
 */
export function flattenBelow(root: PageParent, maxDepth: number): void {
  for (const deepest of parentsAtDepth(root, maxDepth)) {
    const below = nodesOf(deepest)
    for (const node of below) if (isElement(node)) node.childNodes = []
    setChildren(deepest, below)
  }
}

/** @returns the elements with so many others from the root to them, the root and themselves counted */
function parentsAtDepth(root: PageParent, wanted: number): PageParent[] {
  const found: PageParent[] = []
  const waiting: PageParent[] = [root]
  const depths: number[] = [1]
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    const depth = depths.pop()!
    if (depth >= wanted) found.push(parent)
    else
      for (const child of parent.childNodes) {
        if (!isElement(child)) continue
        waiting.push(child)
        depths.push(depth + 1)
      }
  }
  return found
}
