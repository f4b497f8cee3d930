import { attributeOf, elementsOf, type PageElement } from '../../dom/page-tree.ts'

/** Matches the addresses of documents, such as the handouts of a course. */
const FILE = /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|epub|csv|zip)(?:[?#]|$)/i
const MAX_LINKS = 100

/** @returns whether an address is that of a document, not of another page */
export function leadsToFile(address: string): boolean {
  return FILE.test(address)
}

/** @returns whether all links of a box lead to documents, as below the heading "Downloads": they belong to the text */
export function containsFiles(box: PageElement): boolean {
  const links = elementsOf(box).filter(({ tagName }) => tagName === 'a')
  if (links.length === 0 || links.length > MAX_LINKS) return false
  return links.every((link) => leadsToFile(attributeOf(link, 'href') ?? ''))
}
