import { serialize } from 'parse5'
import { isElement, isText, textOf, type PageElement, type PageNode, type PageParent } from '../dom/page-tree.ts'
import { collapseWhiteSpace } from './collapse-white-space.ts'
import { sanitiseTree, type Sanitised } from './sanitise.ts'

/**
 * Maximum size in bytes of stored content, which readers and syncing apps can handle (security specification, section
 * 5). Longer content is cut.
 */
export const MAX_CONTENT_BYTES = 4 * 1024 * 1024
/**
 * Maximum number of attempts to cut content to the maximum size. The size after a cut can only be estimated. If all
 * attempts fail, the content is removed.
 */
const MAX_CUTS = 6

interface FinishedContent extends Sanitised {
  /** whether the end of the text was cut off */
  readonly isCut: boolean
}

/**
 * Sanitises content, collapses its white space, and cuts off its end if it is longer than 4 MB. This is the last step
 * of every extraction. Like `sanitiseTree`, it loads large modules.
 *
 * @param tree any tree, changed in place
 * @param most maximum size of the result in bytes
 * @returns HTML to store, and its tree
 * @throws TooLargeError for more than 200,000 nodes
 */
export function finishContent(tree: PageParent, most: number = MAX_CONTENT_BYTES): FinishedContent {
  let sanitised = withoutRuns(sanitiseTree(tree))
  let bytes = Buffer.byteLength(sanitised.html)
  if (bytes <= most) return { ...sanitised, isCut: false }
  let characters = textOf(sanitised.tree, Infinity).length
  for (let i = 0; i < MAX_CUTS && bytes > most; i++) {
    characters = Math.floor((characters * most * 0.95) / bytes)
    cutAfter(sanitised.tree, characters)
    sanitised = sanitiseTree(sanitised.tree)
    bytes = Buffer.byteLength(sanitised.html)
  }
  if (bytes <= most) return { ...sanitised, isCut: true }
  sanitised.tree.childNodes = []
  return { ...sanitiseTree(sanitised.tree), isCut: true }
}

/** Removing white space from texts cannot change how a parser reads the markup, so it stays sanitised. */
function withoutRuns(sanitised: Sanitised): Sanitised {
  const { tree } = sanitised
  return collapseWhiteSpace(tree) ? { html: serialize(tree), tree } : sanitised
}

/** Keeps the first characters of the text, and removes everything after them. */
function cutAfter(root: PageParent, characters: number): void {
  let remaining = characters
  let parent: PageParent | undefined = root
  while (parent !== undefined) {
    const [kept, last] = childrenWithin(parent, remaining)
    parent.childNodes = kept
    remaining = last.remaining
    parent = last.element
  }
}

interface CutPosition {
  /** the child in which further nodes must be removed; undefined if there is none */
  readonly element: PageElement | undefined
  readonly remaining: number
}

function childrenWithin(parent: PageParent, characters: number): readonly [PageNode[], CutPosition] {
  const kept: PageNode[] = []
  let remaining = characters
  for (const child of parent.childNodes) {
    const length = isText(child) ? child.value.length : isElement(child) ? textOf(child, remaining + 1).length : 0
    kept.push(child)
    if (length <= remaining) remaining -= length
    else if (isElement(child)) return [kept, { element: child, remaining }]
    else {
      if (isText(child)) child.value = child.value.slice(0, remaining).toWellFormed()
      return [kept, { element: undefined, remaining: 0 }]
    }
  }
  return [kept, { element: undefined, remaining }]
}
