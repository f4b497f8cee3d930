import { defaultTreeAdapter, html as names, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { TooLargeError } from '../too-large.ts'
import { parseDocument, parseTemplate } from './quick-parser.ts'
import { stripScriptsAndStyles } from './strip-scripts-and-styles.ts'
import {
  emptyElement,
  emptyRoot,
  isElement,
  isText,
  textIn,
  nodesOf,
  setChildren,
  type PageParent,
} from './page-tree.ts'

/**
 * Maximum number of elements and comments (security specification, section 5). Text nodes are not counted: two text
 * nodes are never adjacent, so a tree has hardly more text nodes than other nodes.
 */
const MAX_NODES = 200_000
/**
 * Maximum depth of a tree in elements, counted from the root. Deeper elements become children of their ancestor at this
 * depth.
 */
export const MAX_DEPTH = 512
/** Maximum number of attributes of one element. Further ones are dropped. Real pages rarely use more than twenty. */
const MAX_ATTRIBUTES = 100

/**
 * @param text a whole HTML page
 * @returns the tree that a browser with scripting enabled builds (a noscript therefore contains text), without the text
 * of scripts and style sheets; elements below a depth of 512 are flattened
 * @throws TooLargeError for more than 200,000 elements and comments
 */
export function parsePage(text: string): Tree.Document {
  const document = parseDocument(stripScriptsAndStyles(text), { treeAdapter: countingAdapter() })
  flattenBelow(document, MAX_DEPTH)
  return document
}

/**
 * @param html a fragment of HTML, parsed as the content of a body
 * @returns its tree; elements below a depth of 512 are flattened
 * @throws TooLargeError for more than 200,000 elements and comments
 */
export function parseHtmlFragment(html: string): Tree.DocumentFragment {
  const fragment = parseTemplate(html, { treeAdapter: countingAdapter() })
  flattenBelow(fragment, MAX_DEPTH)
  return fragment
}

function bounded<T>(attributes: T[]): T[] {
  return attributes.length > MAX_ATTRIBUTES ? attributes.slice(0, MAX_ATTRIBUTES) : attributes
}

/**
 * @returns the attributes in a list of their number. V8 gives a list to which something is added room for 17 values, and
 * most lists of attributes and of children have one or two.
 */
function compact<T>(attributes: T[]): T[] {
  return attributes.length === 0 ? attributes : attributes.slice(0, MAX_ATTRIBUTES)
}

/** Builds trees of few shapes of objects (see `emptyElement`), without the document type, and counts their nodes. */
function countingAdapter(): typeof defaultTreeAdapter {
  let nodes = 0
  let mode = names.DOCUMENT_MODE.NO_QUIRKS
  const count = (): void => {
    nodes += 1
    if (nodes > MAX_NODES) throw new TooLargeError(`the page has more than ${MAX_NODES} nodes`)
  }
  return {
    ...defaultTreeAdapter,
    createDocument: () => emptyRoot('#document') as Tree.Document,
    createDocumentFragment: () => emptyRoot('#document-fragment') as Tree.DocumentFragment,
    setDocumentType: () => undefined,
    setDocumentMode: (_document, declared) => void (mode = declared),
    getDocumentMode: () => mode,
    createElement: (tagName, namespaceURI, attrs) => {
      count()
      return emptyElement(tagName, namespaceURI, compact(attrs))
    },
    appendChild: (parent, node) => {
      if (parent.childNodes.length === 0) parent.childNodes = [node]
      else parent.childNodes.push(node)
      node.parentNode = parent
    },
    insertText: (parent, text) => {
      const last = parent.childNodes.at(-1)
      if (last !== undefined && isText(last)) last.value += text
      else if (last === undefined) parent.childNodes = [textIn(parent, text)]
      else parent.childNodes.push(textIn(parent, text))
    },
    insertTextBefore: (parent, text, next) => {
      const before = parent.childNodes[parent.childNodes.lastIndexOf(next) - 1]
      if (before !== undefined && isText(before)) before.value += text
      else defaultTreeAdapter.insertBefore(parent, textIn(parent, text), next)
    },
    adoptAttributes: (element, attrs) => defaultTreeAdapter.adoptAttributes(element, bounded(attrs)),
    createCommentNode: (data) => (count(), defaultTreeAdapter.createCommentNode(data)),
  }
}

/**
 * Flattens a tree that is too deep. Elements below the maximum depth become children of their ancestor at that depth.
 *
 * @param root the tree, changed in place
 * @param maxDepth maximum depth in elements, counted from the root
 */
export function flattenBelow(root: PageParent, maxDepth: number): void {
  for (const deepest of parentsAtDepth(root, maxDepth)) {
    const below = nodesOf(deepest)
    for (const node of below) if (isElement(node)) node.childNodes = []
    setChildren(deepest, below)
  }
}

/** @returns the elements at this depth; the root has depth 1 */
function parentsAtDepth(root: PageParent, wanted: number): PageParent[] {
  const found: PageParent[] = []
  const waiting: PageParent[] = [root]
  const depths: number[] = [1]
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    const depth = depths.pop()!
    if (depth >= wanted) found.push(parent)
    else
      for (const child of parent.childNodes) {
        if (!isElement(child) || (child.childNodes.length === 0 && depth + 1 < wanted)) continue
        waiting.push(child)
        depths.push(depth + 1)
      }
  }
  return found
}
