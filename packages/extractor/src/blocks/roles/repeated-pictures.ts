import type { ElementList } from '../../dom/element-list.ts'
import {
  attributeOf,
  detachNode,
  findElements,
  firstElements,
  textOf,
  type PageElement,
  type PageParent,
} from '../../dom/page-tree.ts'

/**
 * Removes pictures that a page contains twice at one place: the second picture in a label that contains the same one twice
 * and no text, which a check box enlarges without a script, as in books of mdBook; and the small copy in a figure that a page
 * shows until the picture is loaded.
 *
 * @param root the page's tree, changed in place
 * @param elements the elements of the tree
 * @returns the number of removed pictures
 */
export function dropRepeatedPictures(root: PageParent, elements: ElementList): number {
  const copies = [
    ...elements.named('label').flatMap((label) => copyIn(label) ?? []),
    ...elements.named('figure').flatMap((figure) => previewIn(figure) ?? []),
  ]
  if (copies.length > 0) detachNode(root, new Set(copies))
  return copies.length
}

function copyIn(label: PageElement): PageElement | undefined {
  const [first, second, ...others] = findElements(label, ({ tagName }) => tagName === 'img')
  if (first === undefined || second === undefined || others.length > 0) return undefined
  const address = attributeOf(first, 'src')
  const isCopy = address !== undefined && address === attributeOf(second, 'src')
  return isCopy && textOf(label, 1000).trim() === '' ? second : undefined
}

/** Maximum width in pixels of a copy that a page shows until the picture is loaded. */
const MAX_PREVIEW = 100
/** Number of elements in a figure that are searched for pictures. */
const MAX_PARTS = 60

/** @returns the first of two pictures in a figure, if it is the second one in a small size */
function previewIn(figure: PageElement): PageElement | undefined {
  const images = firstElements(figure, MAX_PARTS).filter(({ tagName }) => tagName === 'img')
  const [first, second, ...others] = images
  if (first === undefined || second === undefined || others.length > 0) return undefined
  const [small, large] = [first, second].map((image) => (attributeOf(image, 'src') ?? '').split('?')[0]!.split('/'))
  const different = small!.findIndex((part, index) => part !== large![index])
  if (different < 0 || small!.length !== large!.length) return undefined
  const isOnlyDifference = small!.slice(different + 1).join('/') === large!.slice(different + 1).join('/')
  const isSize = /^\d{1,4}$/.test(small![different]!) && /^\d{3,5}$/.test(large![different]!)
  const isFolder = different < small!.length - 1
  return isOnlyDifference && isSize && isFolder && Number(small![different]) <= MAX_PREVIEW ? first : undefined
}
