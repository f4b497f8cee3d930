import { namesOf } from '../dom/class-name-hints.ts'
import { attributeOf, findElements, firstElements, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { measureTree } from '../dom/text-measures.ts'

const GALLERY_CLASS = /(?:^|[\s_-])(?:gallery|photo-?set|image-?(?:grid|row))(?=$|[\s_-])/i
const MAX_PARTS = 2000
const MAX_GALLERIES = 100
/**
 * Maximum number of characters of text for each picture of a gallery. A box with more contains other text besides
 * captions, so it is not a gallery.
 */
const MAX_CAPTION = 150

/**
 * Turns boxes with several pictures into figures. Otherwise, a later step would remove them as lists of links.
 *
 * @param root the page's tree, changed in place; its addresses are absolute
 * @returns the number of galleries
 */
export function galleriesToFigures(root: PageParent): number {
  const boxes = findElements(root, (element) => element.tagName === 'div' && GALLERY_CLASS.test(namesOf(element)))
  let count = 0
  for (const box of boxes.slice(0, MAX_GALLERIES)) {
    if (!isGallery(box)) continue
    box.tagName = box.nodeName = 'figure'
    count += 1
  }
  return count
}

/** Tests whether a box contains pictures with little text, and all its links lead to picture files. */
function isGallery(box: PageElement): boolean {
  if (firstElements(box, MAX_PARTS).length >= MAX_PARTS) return false
  const { images, text, inputs, long, headings } = measureTree(box, new Set()).get(box)!
  if (images < 2 || inputs > 0 || long > 0 || headings > 0 || text > images * MAX_CAPTION) return false
  const links = findElements(box, ({ tagName }) => tagName === 'a')
  return links.every((link) =>
    /^(?:|[^?#]+\.(?:jpe?g|png|gif|webp|avif)(?:[?#].*)?)$/i.test(attributeOf(link, 'href')?.slice(0, 2000) ?? ''),
  )
}
