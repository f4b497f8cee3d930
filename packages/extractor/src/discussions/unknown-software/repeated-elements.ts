import {
  attributeOf,
  elementsOf,
  findElements,
  type PageElement,
  type PageNode,
  type PageParent,
} from '../../dom/page-tree.ts'
import { ancestorsOf } from '../../dom/select-elements.ts'

/** Elements that can contain the text of a post. */
const BOXES = new Set(['article', 'blockquote', 'dd', 'div', 'li', 'section', 'td'])
const MAX_CLASS = 300
/** Words in class names that tell elements of one kind apart, such as `odd` and `even`. */
const STATE = /^(?:odd|even|first|last|alt|new|unread|online|offline|(?:is|has)-.*)$/i

/**
 * Groups the elements of a page by tag name and class, without digits and words for states.
 *
 * @param isCandidate whether an element counts
 * @returns each group with at least `minimum` elements, none of which contains another, in document order
 */
export function repeatedElements(
  page: PageParent,
  isCandidate: (element: PageElement) => boolean,
  minimum: number,
): PageElement[][] {
  const kinds = new Map<string, PageElement[]>()
  for (const element of elementsOf(page)) {
    const names = BOXES.has(element.tagName) ? classNames(element) : []
    if (names.length === 0 || !isCandidate(element)) continue
    const kind = [element.tagName, ...names.toSorted()].join('.')
    const others = kinds.get(kind)
    if (others === undefined) kinds.set(kind, [element])
    else others.push(element)
  }
  return [...kinds.values()].filter((elements) => elements.length >= minimum && !areNested(elements))
}

/**
 * @returns the elements of a group, and those that have further class names, such as the text of an accepted answer.
 * The group itself is returned if the elements would contain each other.
 */
export function withVariants(
  page: PageParent,
  group: readonly PageElement[],
  isCandidate: (element: PageElement) => boolean,
): readonly PageElement[] {
  const [first] = group
  const names = classNames(first!)
  const all = findElements(page, (element) => {
    if (element.tagName !== first!.tagName || !isCandidate(element)) return false
    const own = new Set(classNames(element))
    return names.every((name) => own.has(name))
  })
  return areNested(all) ? group : all
}

function classNames(element: PageElement): string[] {
  const names = (attributeOf(element, 'class') ?? '').slice(0, MAX_CLASS).replaceAll(/\d+/g, '').split(/\s+/)
  return names.filter((name) => name !== '' && !STATE.test(name))
}

function areNested(elements: readonly PageElement[]): boolean {
  const all = new Set<PageElement>(elements)
  /** Elements that neither are one of these nor are inside one. */
  const outside = new Set<PageElement>()
  return elements.some((element) => {
    for (const ancestor of ancestorsOf(element)) {
      if (all.has(ancestor)) return true
      if (outside.has(ancestor)) return false
      outside.add(ancestor)
    }
    return false
  })
}

/** @returns for each of the nodes, and each element around one, the number of these nodes in it */
export function countInside(nodes: readonly PageNode[]): ReadonlyMap<PageNode, number> {
  const counts = new Map<PageNode, number>()
  for (const node of nodes) for (const one of [node, ...ancestorsOf(node)]) counts.set(one, (counts.get(one) ?? 0) + 1)
  return counts
}

/** @returns for each element the outermost one around it that contains no other of the elements; itself if there is none */
export function boxesAround(elements: readonly PageElement[]): PageElement[] {
  const counts = countInside(elements)
  return elements.map((element) => [element, ...ancestorsOf(element)].findLast((one) => counts.get(one) === 1)!)
}
