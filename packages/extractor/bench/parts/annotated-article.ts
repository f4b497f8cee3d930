import { isElement, type PageElement, type PageParent } from '../../src/dom/page-tree.ts'
import { isHiddenElement, isReference, isSitePart } from './left-out-elements.ts'
import { squeeze } from './squeeze.ts'
import { squeezePage, type SqueezedPage } from './squeezed-page.ts'

/** Number of letters and digits from which a text is taken to occur only once. */
const MIN_UNIQUE = 30
/** The same number for headings and list items, which tables of contents repeat. */
const MIN_UNIQUE_ITEM = 100
const ITEMS = new Set('h1 h2 h3 h4 h5 h6 li'.split(' '))
/** Number of letters and digits beside a shorter text that must also occur beside it in the annotated text. */
const NEIGHBOUR = 15
/** Minimum number of letters and digits of a paragraph that marks the place of a picture. */
const MIN_PARAGRAPH = 20
const LISTS = new Set(['ul', 'ol'])
const PARAGRAPHS = new Set('p li h2 h3 h4 h5 h6 blockquote pre div td dd'.split(' '))

/** The annotated text of a page, and which of the page's elements lie within it. */
export class AnnotatedArticle {
  /** The visible text of the page without its navigation, asides, and references to notes. */
  readonly page: SqueezedPage
  readonly #withReferences: SqueezedPage
  readonly #text: string

  /**
   * @param root the tree of the page
   * @param url its address
   * @param text the annotated text of its article
   */
  constructor(root: PageParent, url: string, text: string) {
    this.page = squeezePage(root, (element) => isOutside(element) || isReference(element, url))
    this.#withReferences = squeezePage(root, isOutside)
    this.#text = squeeze(text)
  }

  /** @returns whether readers see the element, and it is not in a navigation, an aside, or the site's header or footer */
  isVisible(element: PageElement): boolean {
    return this.page.placeOf(element) !== undefined
  }

  /** @returns whether readers see the element, and its text occurs in the annotated text: {@link contains} */
  has(element: PageElement): boolean {
    return [this.page, this.#withReferences].some((page) => this.#contains(page, element))
  }

  /**
   * @returns whether an element is a paragraph of the annotated text, or contains one as its first or last paragraph
   * @param side the side of the element where the paragraph must be
   */
  hasParagraphAt(element: PageElement, side: 'first' | 'last'): boolean {
    for (let at: PageElement | undefined = element; at !== undefined; at = this.#childAt(at, side))
      if (PARAGRAPHS.has(at.tagName) && this.page.textOf(at).length >= MIN_PARAGRAPH && this.has(at)) return true
    return false
  }

  /** @returns the first or last child element with text; undefined if there is none */
  #childAt(element: PageElement, side: 'first' | 'last'): PageElement | undefined {
    const hasText = (node: PageElement): boolean => this.page.textOf(node) !== ''
    const children = element.childNodes.filter(isElement)
    return side === 'first' ? children.find((node) => hasText(node)) : children.findLast((node) => hasText(node))
  }

  /**
   * @returns whether the own text of an element occurs in the annotated text. Words such as "Share" occur in many texts,
   *   so a short text must occur together with what precedes or follows it on the page.
   */
  #contains(page: SqueezedPage, element: PageElement): boolean {
    const own = ownTextOf(page, element)
    if (own === '' || !this.#text.includes(own)) return false
    if (own.length >= (ITEMS.has(element.tagName) ? MIN_UNIQUE_ITEM : MIN_UNIQUE) || page.text === own) return true
    const { start } = page.placeOf(element)!
    const before = page.text.slice(Math.max(0, start - NEIGHBOUR), start)
    const after = page.text.startsWith(own, start)
      ? page.text.slice(start + own.length, start + own.length + NEIGHBOUR)
      : ''
    return (before !== '' && this.#text.includes(before + own)) || (after !== '' && this.#text.includes(own + after))
  }
}

function isOutside(element: PageElement): boolean {
  return isHiddenElement(element) || isSitePart(element)
}

/** @returns the letters and digits of an element; those of a list item without the lists inside it */
export function ownTextOf(page: SqueezedPage, element: PageElement): string {
  return page.textOf(element, element.tagName === 'li' ? ({ tagName }) => LISTS.has(tagName) : undefined)
}
