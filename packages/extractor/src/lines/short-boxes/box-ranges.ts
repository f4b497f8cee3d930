import { groupBy } from '../../dom/group-by.ts'
import { attributeOf, isElement, type PageElement } from '../../dom/page-tree.ts'
import type { PageLines } from '../page-lines.ts'

/** Maximum number of elements between a line and the box that contains it. */
const MAX_LEVELS_UP = 4
/** Maximum number of lines before and after a line that are searched for the ends of its boxes. */
const MAX_LINES = 40
/** Minimum numbers of boxes of the same kind beside each other: with a class name, and without. */
const MIN_NAMED = 2
const MIN_BOXES = 3

function kindOf(element: PageElement): string {
  return `${element.tagName} ${attributeOf(element, 'class') ?? ''}`
}

const BOXES = new Set(['div', 'section', 'article', 'figure'])

const FORMS = new Set(['form', 'fieldset', 'label'])

/** Successive boxes of the same kind. */
export interface Boxes {
  /** Indexes of the first and the last line in them, at most 40 lines before and after the line that was asked for. */
  readonly first: number
  readonly last: number
  readonly tagName: string
}

/** The element around boxes, by its index, and their kind. */
interface Place {
  readonly container: number
  readonly kind: string
}

/** Finds boxes of the same kind beside each other, and their lines. */
export class BoxRanges {
  readonly #page: PageLines
  /** For each parent, the number of its elements of each kind. */
  readonly #counts = new Map<number, ReadonlyMap<string, number>>()

  constructor(page: PageLines) {
    this.#page = page
  }

  /**
   * @param index a line
   * @returns the boxes of the same kind directly beside each other of which one contains the line; undefined if it is in
   *   no such box
   */
  boxesAround(index: number): Boxes | undefined {
    const { elements, parents, lines } = this.#page
    let at = lines[index]!.inner
    if (isInForm(this.#page, index)) return undefined
    for (let level = 0; level < MAX_LEVELS_UP && at > 0; level++) {
      const element = elements[at]!
      const parent = parents[at]!
      const kind = kindOf(element)
      if (element.tagName === 'dl') return this.#boxesIn({ container: parent, kind, index })
      const least = attributeOf(element, 'class') ? MIN_NAMED : MIN_BOXES
      const isInList = elements[parent]?.tagName === 'dl'
      if (BOXES.has(element.tagName) && !isInList && this.#countsIn(parent).get(kind)! >= least)
        return this.#boxesIn({ container: parent, kind, index })
      at = parent
    }
    return undefined
  }

  #boxesIn(place: Place & { readonly index: number }): Boxes {
    const { index, kind } = place
    let [first, last] = [index, index]
    while (first > 0 && index - first < MAX_LINES && this.#isInside(place, first - 1)) first -= 1
    while (last - index < MAX_LINES && this.#isInside(place, last + 1)) last += 1
    return { first, last, tagName: kind.split(' ', 1)[0]! }
  }

  #isInside({ container, kind }: Place, index: number): boolean {
    const { elements, parents, lines } = this.#page
    let at = lines[index]?.inner ?? -1
    // Elements are in document order, so the index of an element is greater than those of the elements around it.
    while (at > container && parents[at] !== container) at = parents[at]!
    return at > container && kindOf(elements[at]!) === kind
  }

  #countsIn(parent: number): ReadonlyMap<string, number> {
    const known = this.#counts.get(parent)
    if (known !== undefined) return known
    const kinds = this.#page.elements[parent]!.childNodes.filter(isElement).map(kindOf)
    const counts = new Map([...groupBy(kinds, (kind) => kind)].map(([kind, all]) => [kind, all.length]))
    this.#counts.set(parent, counts)
    return counts
  }
}

/** @returns whether a line is in a form. The labels of fields are short texts in boxes and lists, too. */
export function isInForm({ elements, parents, lines }: PageLines, index: number): boolean {
  for (let at = lines[index]!.inner; at > 0; at = parents[at]!) if (FORMS.has(elements[at]!.tagName)) return true
  return false
}
