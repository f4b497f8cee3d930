import {
  attributeOf,
  elementsOf,
  isElement,
  type PageElement,
  type PageNode,
  type PageParent,
} from '../dom/page-tree.ts'

/** Elements that can contain the text of a post. */
const BOXES = new Set(['article', 'blockquote', 'dd', 'div', 'li', 'section', 'td'])
const MAX_CLASS = 300
/** Words in class names that tell elements of one kind apart, such as `odd` and `even`. */
const STATE = /^(?:odd|even|first|last|alt|new|unread|online|offline|(?:is|has)-.*)$/i

/**
 * @param isCandidate whether an element counts
 * @param minimum minimum number of elements of a kind
 * @returns the elements of each kind that is repeated on the page, in document order. Elements are of one kind if tag
 * name and class are equal, without numbers and states. Kinds whose elements are nested in each other are left out.
 */
export function repeatedElements(
  page: PageParent,
  isCandidate: (element: PageElement) => boolean,
  minimum: number,
): PageElement[][] {
  const kinds = new Map<string, PageElement[]>()
  for (const element of elementsOf(page)) {
    const kind = BOXES.has(element.tagName) ? kindOf(element) : undefined
    if (kind === undefined || !isCandidate(element)) continue
    const others = kinds.get(kind)
    if (others === undefined) kinds.set(kind, [element])
    else others.push(element)
  }
  return [...kinds.values()].filter((elements) => elements.length >= minimum && !areNested(elements))
}

/** @returns undefined if the element has no class */
function kindOf(element: PageElement): string | undefined {
  const words = (attributeOf(element, 'class') ?? '').slice(0, MAX_CLASS).replaceAll(/\d+/g, '').split(/\s+/)
  const names = words.filter((word) => word !== '' && !STATE.test(word))
  return names.length === 0 ? undefined : [element.tagName, ...names.toSorted()].join('.')
}

function areNested(elements: readonly PageElement[]): boolean {
  const all = new Set<PageParent>(elements)
  return elements.some((element) => ancestorsOf(element).some((ancestor) => all.has(ancestor)))
}

/** @returns the elements around a node, the innermost first */
export function ancestorsOf({ parentNode }: PageNode): PageElement[] {
  const ancestors: PageElement[] = []
  for (let parent = parentNode; parent !== null && isElement(parent); parent = parent.parentNode) ancestors.push(parent)
  return ancestors
}

/** @returns for each element around one of the nodes, and for the nodes, the number of nodes in it */
export function countInside(nodes: readonly PageNode[]): ReadonlyMap<PageNode, number> {
  const counts = new Map<PageNode, number>()
  for (const node of nodes) for (const one of [node, ...ancestorsOf(node)]) counts.set(one, (counts.get(one) ?? 0) + 1)
  return counts
}

/** @returns for each element the outermost one around it that contains no other of the elements */
export function boxesAround(elements: readonly PageElement[]): PageElement[] {
  const counts = countInside(elements)
  return elements.map((element) => [element, ...ancestorsOf(element)].findLast((one) => counts.get(one) === 1)!)
}
