import { isElement, isText, rewriteTree, type PageElement, type PageParent } from '../../dom/page-tree.ts'

const MAX_PAGES = 1000

/**
 * Opens drawings that contain nothing but HTML, such as the slides of Marp, whose size a drawing adapts to the window.
 *
 * @param root the page's tree, changed in place
 * @param drawings all `svg` elements of the tree
 * @returns the number of opened drawings
 */
export function openDrawnPages(root: PageParent, drawings: readonly PageElement[]): number {
  const frames = new Set<unknown>(drawings.filter(isFrameOfPage).slice(0, MAX_PAGES))
  if (frames.size === 0) return 0
  rewriteTree(root, (node) =>
    isElement(node) && frames.has(node)
      ? node.childNodes.filter(isElement).flatMap(({ childNodes }) => childNodes)
      : node,
  )
  return frames.size
}

/** @returns whether a drawing is one in which all parts are HTML, at least one of them a section */
function isFrameOfPage({ childNodes }: PageElement): boolean {
  if (childNodes.length === 0) return false
  return childNodes.every((node) => (isText(node) ? node.value.trim() === '' : isElement(node) && isPage(node)))
}

function isPage({ tagName, childNodes }: PageElement): boolean {
  return (
    tagName.toLowerCase() === 'foreignobject' &&
    childNodes.some((node) => isElement(node) && node.tagName === 'section')
  )
}
