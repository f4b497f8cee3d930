import {
  attributeOf,
  findElement,
  findElements,
  isElement,
  type PageElement,
  type PageNode,
  type PageParent,
} from './page-tree.ts'

/** @returns whether an element has a class */
export function hasClass(element: PageElement, name: string): boolean {
  const classes = attributeOf(element, 'class')
  // Most class attributes do not even contain the name, so that their white space need not be unified.
  if (classes === undefined || !classes.includes(name)) return false
  return ` ${classes.replaceAll(/\s/g, ' ')} `.includes(` ${name} `)
}

/** @returns all elements below the root that have a class, in document order */
export function allWithClass(root: PageParent, name: string): PageElement[] {
  return findElements(root, (element) => hasClass(element, name))
}

/** @returns the first element below the root that has a class */
export function firstWithClass(root: PageParent, name: string): PageElement | undefined {
  return findElement(root, (element) => hasClass(element, name))
}

/** @returns the first element below the root with a tag name */
export function firstNamed(root: PageParent, tagName: string): PageElement | undefined {
  return findElement(root, (element) => element.tagName === tagName)
}

/** @returns the elements below the root that match, without those inside another match, in document order */
export function outermostElements(root: PageParent, isWanted: (element: PageElement) => boolean): PageElement[] {
  const inside = new Set<PageParent | null>()
  return findElements(root, (element) => {
    const isInside = inside.has(element.parentNode)
    const isFound = !isInside && isWanted(element)
    if (isInside || isFound) inside.add(element)
    return isFound
  })
}

const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

/** @returns whether an element is a heading of any level */
export function isHeadingElement({ tagName }: PageElement): boolean {
  return HEADINGS.has(tagName)
}

/** @returns the elements around a node, the innermost first */
export function ancestorsOf({ parentNode }: PageNode): PageElement[] {
  const ancestors: PageElement[] = []
  for (let parent = parentNode; parent !== null && isElement(parent); parent = parent.parentNode) ancestors.push(parent)
  return ancestors
}

/** @returns whether an element is another one or inside of it */
export function isInside(element: PageElement, outer: PageElement): boolean {
  for (let at: PageParent | null = element; at !== null && isElement(at); at = at.parentNode)
    if (at === outer) return true
  return false
}

/** @returns the number of ancestors that match */
export function countAncestors(element: PageElement, isCounted: (ancestor: PageElement) => boolean): number {
  let count = 0
  for (let parent = element.parentNode; parent !== null && isElement(parent as PageElement);) {
    const ancestor = parent as PageElement
    if (isCounted(ancestor)) count += 1
    parent = ancestor.parentNode
  }
  return count
}
