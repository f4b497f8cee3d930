import { groupBy } from '../dom/group-by.ts'
import { attributeOf, isElement, type PageElement, type PageParent } from '../dom/page-tree.ts'

/** Minimum number of boxes beside each other that are judged together. */
const MIN_SIBLINGS = 3

/**
 * Judges boxes of the same kind beside each other together, such as the cards of a grid, because a grid with gaps is
 * wrong, and a manual with missing sections is dangerous. Boxes are of the same kind if they have the same tag name and
 * class. Each group is judged once.
 *
 * @param isForeign whether a single box looks as if it did not belong to the article
 * @returns a function for whether an element is in a group of which most boxes do not look foreign
 */
export function siblingJudge(isForeign: (element: PageElement) => boolean): (element: PageElement) => boolean {
  const judged = new Map<PageParent, ReadonlySet<string>>()
  return (element) => {
    const parent = element.parentNode
    if (parent === null) return false
    let kinds = judged.get(parent)
    if (kinds === undefined) judged.set(parent, (kinds = keptKinds(parent, isForeign)))
    return kinds.has(kindOf(element))
  }
}

/** @returns the kinds of boxes in an element of which most do not look foreign */
function keptKinds(parent: PageParent, isForeign: (element: PageElement) => boolean): Set<string> {
  const boxes = parent.childNodes.filter(isElement).filter(isOfKind)
  const kept = new Set<string>()
  for (const [kind, group] of groupBy(boxes, kindOf)) {
    if (group.length < MIN_SIBLINGS) continue
    if (group.filter((box) => !isForeign(box)).length * 2 > group.length) kept.add(kind)
  }
  return kept
}

/** @returns whether an element has a kind: a class, or a tag name that stands for a part of the text */
function isOfKind(element: PageElement): boolean {
  return element.tagName === 'section' || attributeOf(element, 'class') !== undefined
}

function kindOf(element: PageElement): string {
  return `${element.tagName} ${attributeOf(element, 'class') ?? ''}`
}
