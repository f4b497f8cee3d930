import { isElement, isText, textOf, type PageElement, type PageNode, type PageParent } from '../dom/page-tree.ts'
import { sanitiseTree, type Sanitised } from './sanitise.ts'

/** Section 5 of the security notes, "stored article": the maximum that readers and syncing apps can handle. */
export const MAX_CONTENT_BYTES = 4 * 1024 * 1024
/** Maximum number of cuts. Each one shortens the text in proportion to the excess of the HTML. */
const TRIES = 6

export interface FinishedContent extends Sanitised {
  /** Whether the end of the text is missing. */
  readonly isCut: boolean
}

/**
 * The last step of every article: sanitises it, and cuts its end if it is longer than 4 MB. Expensive, like
 * `sanitiseTree`.
 *
 * @param tree any tree, changed in place
 * @param most maximum size of the result in bytes
 * @returns HTML to store
 * @throws TooLargeError above 200,000 nodes
 */
export function finishContent(tree: PageParent, most: number = MAX_CONTENT_BYTES): FinishedContent {
  let sanitised = sanitiseTree(tree)
  let bytes = Buffer.byteLength(sanitised.html)
  if (bytes <= most) return { ...sanitised, isCut: false }
  let characters = textOf(sanitised.tree, Infinity).length
  for (let i = 0; i < TRIES && bytes > most; i++) {
    characters = Math.floor((characters * most * 0.95) / bytes)
    cutAfter(sanitised.tree, characters)
    sanitised = sanitiseTree(sanitised.tree)
    bytes = Buffer.byteLength(sanitised.html)
  }
  if (bytes <= most) return { ...sanitised, isCut: true }
  sanitised.tree.childNodes = []
  return { ...sanitiseTree(sanitised.tree), isCut: true }
}

/** Removes everything after a number of characters of text: whole nodes, and the rest of the text at the cut. */
function cutAfter(root: PageParent, characters: number): void {
  let left = characters
  let parent: PageParent | undefined = root
  while (parent !== undefined) {
    const [kept, last] = keptChildren(parent, left)
    parent.childNodes = kept
    left = last.left
    parent = last.element
  }
}

interface Place {
  /** The element that contains the position. */
  readonly element: PageElement | undefined
  readonly left: number
}

function keptChildren(parent: PageParent, characters: number): readonly [PageNode[], Place] {
  const kept: PageNode[] = []
  let left = characters
  for (const child of parent.childNodes) {
    const length = isText(child) ? child.value.length : isElement(child) ? textOf(child, left + 1).length : 0
    kept.push(child)
    if (length <= left) left -= length
    else if (isElement(child)) return [kept, { element: child, left }]
    else {
      if (isText(child)) child.value = child.value.slice(0, left).toWellFormed()
      return [kept, { element: undefined, left: 0 }]
    }
  }
  return [kept, { element: undefined, left }]
}
