import { attributeOf, elementsOf, isElement, textOf, type PageElement, type PageParent } from '../../dom/page-tree.ts'

/** Matches the addresses of documents, such as the handouts of a course. */
const FILE = /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|epub|csv|zip)(?:[?#]|$)/i
const MAX_LINKS = 100

/** @returns whether an address is that of a document, not of another page */
export function leadsToFile(address: string): boolean {
  return FILE.test(address)
}

/** @returns whether all links of a box lead to documents, as below the heading "Downloads": they belong to the text */
export function containsFiles(box: PageElement): boolean {
  const links = elementsOf(box).filter(isLink)
  if (links.length === 0 || links.length > MAX_LINKS) return false
  return links.every((link) => leadsToFile(attributeOf(link, 'href') ?? ''))
}

/** Number of elements between a part of a link and the link. */
const MAX_LEVELS_UP = 4

/** @returns whether a box is part of a link to a document, such as the name or the size of the file */
export function isInLinkToFile(box: PageElement): boolean {
  let at: PageParent | null = box.parentNode
  for (let level = 0; level < MAX_LEVELS_UP && at !== null && isElement(at); level++, at = at.parentNode)
    if (isLink(at)) return leadsToFile(attributeOf(at, 'href') ?? '')
  return false
}

function isLink({ tagName }: PageElement): boolean {
  return tagName === 'a'
}

/** Maximum length in characters of a link to a document with the name and the size of the file. */
const MAX_LINK = 300

/** @returns whether an element is a link to a document that is all of its box */
export function isLinkToFile(element: PageElement): boolean {
  const { parentNode } = element
  if (!isLink(element) || parentNode === null || !leadsToFile(attributeOf(element, 'href') ?? '')) return false
  const text = textOf(element, MAX_LINK).trim()
  return text !== '' && text.length < MAX_LINK && textOf(parentNode, MAX_LINK).trim() === text
}
