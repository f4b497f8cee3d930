import {
  attributeOf,
  firstElements,
  isElement,
  setAttribute,
  textOf,
  type PageElement,
  type PageNode,
} from '../dom/page-tree.ts'
import { HIDING_ATTRIBUTES, isPlaceholder } from './placeholder-address.ts'

/** Number of nodes before and after a `noscript` in which its lazy picture is searched. */
const MAX_DISTANCE = 3
/** Number of elements of a neighbour that are searched for its picture. */
const MAX_SEARCHED_ELEMENTS = 12
const MAX_LEVELS_UP = 2
/** A neighbour with more text than this is a paragraph, not the box of a lazy picture. */
const MAX_TEXT = 120

/**
 * Decides for each `noscript` with pictures whether the page shows them beside it. A lazily loaded picture has a copy
 * in a `noscript` before or after it, and each copy belongs to one picture.
 */
export class NoscriptCopies {
  /** Number of placeholders that got the address of their copy. */
  filled = 0
  readonly #mended: ReadonlySet<PageElement>
  /** Pictures whose copy was found. */
  readonly #taken = new Set<PageElement>()

  /** @param mended pictures whose address was found in their own attributes */
  constructor(mended: ReadonlySet<PageElement>) {
    this.#mended = mended
  }

  /**
   * Fills in a placeholder beside the `noscript` with the address of its copy.
   *
   * @returns the pictures of the `noscript` that the page does not show beside it
   */
  missing(noscript: PageElement, images: readonly PageElement[]): readonly PageElement[] {
    const { before, after } = this.#neighbours(noscript)
    const beside = [before, after].filter((image) => image !== undefined)
    const shown = beside.find((image) => images.some((copy) => isSamePicture(image, copy)))
    if (shown !== undefined) this.#taken.add(shown)
    const stillMissing = images.filter((copy) => !beside.some((image) => isSamePicture(image, copy)))
    if (shown !== undefined) return stillMissing
    const placeholder = beside.find((image) => isPlaceholder(attributeOf(image, 'src')))
    if (placeholder !== undefined) {
      this.#taken.add(placeholder)
      fillIn(placeholder, images[0]!)
      this.filled += 1
      return images.slice(1)
    }
    const other = before ?? (after !== undefined && this.#mended.has(after) ? after : undefined)
    if (other === undefined) return images
    this.#taken.add(other)
    return []
  }

  /**
   * @returns the nearest pictures before and after the `noscript` that do not have another copy. A box that contains
   * only the `noscript` is searched like the element itself.
   */
  #neighbours(noscript: PageElement): Neighbours {
    let at: PageElement = noscript
    for (let level = 0; level <= MAX_LEVELS_UP; level++) {
      const siblings = at.parentNode?.childNodes ?? []
      const index = siblings.indexOf(at)
      const before = this.#pictureIn(siblings.slice(Math.max(0, index - MAX_DISTANCE), index).toReversed(), -1)
      const after = this.#pictureIn(siblings.slice(index + 1, index + 1 + MAX_DISTANCE), 0)
      if (before !== undefined || after !== undefined) return { before, after }
      const parent = at.parentNode
      if (parent === null || !isElement(parent) || parent.childNodes.filter(isElement).length > 1) break
      at = parent
    }
    return { before: undefined, after: undefined }
  }

  /**
   * @param nodes nodes beside a `noscript`, the nearest first. Only the first element is searched
   * @param position 0 for the first picture in the element, -1 for the last one
   */
  #pictureIn(nodes: readonly PageNode[], position: 0 | -1): PageElement | undefined {
    const nearest = nodes.find(isElement)
    if (nearest === undefined || textOf(nearest, 2 * MAX_TEXT).trim().length > MAX_TEXT) return undefined
    const images = [nearest, ...firstElements(nearest, MAX_SEARCHED_ELEMENTS)].filter(
      ({ tagName }) => tagName === 'img',
    )
    const image = images.at(position)
    return image === undefined || this.#taken.has(image) ? undefined : image
  }
}

interface Neighbours {
  readonly before: PageElement | undefined
  readonly after: PageElement | undefined
}

function fillIn(placeholder: PageElement, copy: PageElement): void {
  for (const name of HIDING_ATTRIBUTES) setAttribute(placeholder, name, undefined)
  for (const { name, value } of copy.attrs)
    if (name === 'src' || name === 'srcset' || attributeOf(placeholder, name) === undefined)
      if (!HIDING_ATTRIBUTES.has(name)) setAttribute(placeholder, name, value)
}

/** @returns whether two images show the same picture. The width in the name of the file and the query do not count. */
function isSamePicture(one: PageElement, other: PageElement): boolean {
  const [first, second] = [pictureName(one), pictureName(other)]
  return first !== '' && first === second
}

function pictureName(image: PageElement): string {
  const path = (attributeOf(image, 'src') ?? '').slice(0, 2000).split(/[?#]/, 1)[0]!
  const name = path.slice(path.lastIndexOf('/') + 1)
  return isPlaceholder(path) ? '' : name.replace(/[-_]\d{2,4}(?:x\d{2,4}|w)?(?=\.\w{2,5}$)/, '').toLowerCase()
}
