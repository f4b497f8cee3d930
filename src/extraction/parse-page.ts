import { defaultTreeAdapter, parse, parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { AppError } from '../kernel/errors.ts'
import { dropScriptText } from './drop-script-text.ts'
import { isElement, nodesOf, setChildren, type PageElement, type PageParent } from './page-tree.ts'

/** Bounds of section 5 of the security notes. Text nodes are not counted: there is at most one more than elements. */
const MAX_NODES = 200_000
const MAX_DEPTH = 512
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
      return defaultTreeAdapter.createElement(tagName, namespace, attrs.slice(0, MAX_ATTRIBUTES))
    },
    adoptAttributes: (element, attrs) => defaultTreeAdapter.adoptAttributes(element, attrs.slice(0, MAX_ATTRIBUTES)),
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
  let level: PageParent[] = [root]
  for (let depth = 1; depth < maxDepth && level.length > 0; depth++) level = level.flatMap(elementChildren)
  for (const deepest of level) {
    const below = nodesOf(deepest)
    for (const node of below) if (isElement(node)) node.childNodes = []
    setChildren(deepest, below)
  }
}

function elementChildren(parent: PageParent): PageElement[] {
  return parent.childNodes.filter(isElement)
}
