import { isLabel } from '../clean/unrelated-line-patterns.ts'
import { firstElements, textOf, type PageElement } from '../dom/page-tree.ts'

/** Number of elements at the start of a box that are searched for its heading. */
const MAX_SEARCHED_ELEMENTS = 30
const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'strong', 'b'])
const MAX_HEADING = 80
/** Matches headings of boxes about the site: its authors, its newsletter, its contact, and notices of its lawyers. */
const SITE_HEADING =
  /^(?:about (?:the |our )?(?:author|reviewer|writer|editor|company|us)s?\b|disclaimer\b|subscribe\b|sign up\b|written by\b|(?:join|get) (?:our|the) newsletter|newsletter\b|stay (?:in touch|in the loop|up to date|informed|updated|connected)\b|follow us\b|contact us\b|get in touch\b|need help\b|über (?:den autor|die autorin|uns)\b|haftungsausschluss\b|kontakt\b|à propos\b|sobre (?:el autor|la autora|o autor|a autora|nosotros)\b|acerca de\b|sull['’]autore\b|over de auteur\b|o autor(?:ze|ce)\b|об авторе\b)/u
/** Matches lines of copyright. */
const COPYRIGHT = /(?:©|^\(c\)|all rights reserved|alle rechte vorbehalten|tous droits réservés)/i

/** @returns whether a box is about the site, not a part of an article: it has such a heading or is a line of copyright */
export function isSitePart(element: PageElement): boolean {
  const text = textOf(element, MAX_HEADING + 1).trim()
  if (text.length <= MAX_HEADING && (COPYRIGHT.test(text) || isSiteHeading(text))) return true
  const heading = firstElements(element, MAX_SEARCHED_ELEMENTS).find(({ tagName }) => HEADINGS.has(tagName))
  return heading !== undefined && isSiteHeading(textOf(heading, MAX_HEADING).trim())
}

/** @returns whether a heading is that of a box about the site: its authors, its newsletter or its contact */
export function isSiteHeading(text: string): boolean {
  return isLabel(text) || SITE_HEADING.test(text.toLowerCase())
}
