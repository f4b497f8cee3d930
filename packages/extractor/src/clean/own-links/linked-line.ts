import { attributeOf, findElement, isElement, type PageElement, type PageParent } from '../../dom/page-tree.ts'

/** A line of a found article with text. */
export interface LinkedLine {
  readonly element: PageElement
  /** The text; empty if it is longer than a line. */
  readonly text: string
  /** Length of the text in characters. */
  readonly length: number
  /** Share of the text that is in links, from 0 to 1. */
  readonly linked: number
  /** Whether the line is a label of the site, such as "Advertisement". */
  readonly isLabel: boolean
}

/** Minimum share of the text in links, so that a line refers to another page. */
const MOSTLY_LINKED = 0.4

/** @returns whether a line consists mostly of links, and is no heading */
export function isLinkLine({ element, linked }: LinkedLine): boolean {
  return linked > MOSTLY_LINKED && !isHeading(element)
}

/** @returns the address of the first link in an element; empty without one */
export function targetOf(element: PageElement): string {
  const link = element.tagName === 'a' ? element : findElement(element, ({ tagName }) => tagName === 'a')
  return (link && attributeOf(link, 'href')) ?? ''
}

const HEADING = /^h[1-6]$/
/** Number of elements between a heading and the box in it that contains its text. */
const MAX_LEVELS_UP = 2

/** @returns whether an element is a heading, or a box in one */
export function isHeading(element: PageElement): boolean {
  return headingAround(element) !== undefined
}

/** @returns the heading that an element is, or in which it is a box */
export function headingAround(element: PageElement): PageElement | undefined {
  let at: PageParent | null = element
  for (let level = 0; level <= MAX_LEVELS_UP && at !== null && isElement(at); level++, at = at.parentNode)
    if (HEADING.test(at.tagName)) return at
  return undefined
}
