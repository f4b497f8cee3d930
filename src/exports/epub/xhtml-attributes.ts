import { attributeOf, linkAddress, type PageElement } from '@dogear/extractor/content'
import { languageTag } from '../language-tag.ts'
import { xmlText } from '../formats/xml-text.ts'

/**
 * Converts attributes to those allowed in a content document. Ids must be unique within a document, so each document
 * needs its own instance.
 */
export class XhtmlAttributes {
  readonly #ids = new Set<string>()

  /** @returns the attributes that every element may have, each with a leading space */
  common(element: PageElement): string {
    const id = attributeOf(element, 'id')
    const language = languageTag(attributeOf(element, 'lang') ?? null)
    const direction = attributeOf(element, 'dir')?.toLowerCase()
    return [
      this.#isNew(id) ? ` id="${id}"` : '',
      language === undefined ? '' : ` lang="${language}" xml:lang="${language}"`,
      direction === 'ltr' || direction === 'rtl' || direction === 'auto' ? ` dir="${direction}"` : '',
      text(element, 'title'),
    ].join('')
  }

  /** @returns the markup, in which links to missing ids have no `href` */
  removeBrokenLinks(markup: string): string {
    return markup.replaceAll(/ href="#([^"]*)"/g, (link, id: string) => (this.#ids.has(id) ? link : ''))
  }

  /** @returns true if an id is a valid XML name and has not been used yet */
  #isNew(id: string | undefined): boolean {
    if (id === undefined || !isName(id) || this.#ids.has(id)) return false
    this.#ids.add(id)
    return true
  }
}

function isName(id: string): boolean {
  return /^[A-Za-z_][\w.-]{0,199}$/.test(id)
}

function text(element: PageElement, name: string): string {
  const value = attributeOf(element, name)
  return value === undefined ? '' : ` ${name}="${xmlText(value)}"`
}

/** @returns the attributes that only this kind of element has, such as `href` or `colspan` */
export function ownAttributes(element: PageElement): string {
  switch (element.tagName) {
    case 'a':
      return linkAttribute(attributeOf(element, 'href')) + noteLinkMarks(attributeOf(element, 'href'))
    case 'ol':
      return (
        number(element, 'start', /^-?\d{1,9}$/) +
        (attributeOf(element, 'reversed') === undefined ? '' : REVERSED_ATTRIBUTE)
      )
    case 'li':
      return (
        (element.parentNode?.nodeName === 'ol' ? number(element, 'value', /^-?\d{1,9}$/) : '') +
        (NOTE.test(attributeOf(element, 'id') ?? '') ? ' epub:type="footnote"' : '')
      )
    case 'td':
    case 'th':
      return number(element, 'colspan', /^[1-9]\d{0,2}$/) + number(element, 'rowspan', /^[1-9]\d{0,4}$/)
    default:
      return ''
  }
}

/** The ids that the extractor gives to notes, and to the references to them. */
const [NOTE, REFERENCE] = [/^fn-\d+$/, /^fnref-\d+/]

/** Marks links to notes and back, so that reading systems show notes beside the text (EPUB 3 Structural Semantics, 2.9). */
function noteLinkMarks(href = ''): string {
  if (!href.startsWith('#')) return ''
  if (NOTE.test(href.slice(1))) return ' epub:type="noteref" role="doc-noteref"'
  return REFERENCE.test(href.slice(1)) ? ' role="doc-backlink"' : ''
}

const REVERSED_ATTRIBUTE = ' reversed="reversed"'

function linkAttribute(href: string | undefined): string {
  const place = /^#(.+)$/s.exec(href ?? '')?.[1]
  if (place !== undefined) return isName(place) ? ` href="#${place}"` : ''
  const address = linkAddress(href)
  return address === undefined ? '' : ` href="${xmlText(address)}"`
}

function number(element: PageElement, name: string, pattern: RegExp): string {
  const value = attributeOf(element, name)
  return value !== undefined && pattern.test(value) ? ` ${name}="${value}"` : ''
}
