import { baseAddress } from '../../src/dom/absolute-addresses.ts'
import { attributeOf, elementsOf, type PageElement, type PageParent } from '../../src/dom/page-tree.ts'
import { AnnotatedArticle } from './annotated-article.ts'
import { expectedPictures } from './expected-pictures.ts'
import { isReference, localTargetOf } from './left-out-elements.ts'
import type { Part } from './part.ts'
import { closest, linkPart, notePart, textPart, type Addresses } from './read-parts.ts'

const TEXT_BLOCKS = new Set(['p', 'li'])
const LIST_ITEM = new Set(['li'])
const HEADING = /^h[1-6]$/

/**
 * Finds the parts of a page that lie within its annotated article: their letters and digits occur in the annotated text,
 * readers see them, and they are not in a `nav` or `aside`, or in the header or footer of the site. Parts with the same
 * text count once.
 *
 * - Headings: those that differ from the annotated title.
 * - List items: without headings, which are cards, and without notes.
 * - Links in text: links with text in a paragraph or list item that lies within the article. Of links to places of the page
 *   itself, only those whose place lies within the article too: in an article without the place, they lead nowhere. Links
 *   to `#` are controls, such as questions that unfold their answers.
 * - Pictures and captions: see {@link expectedPictures}.
 * - Tables: with at least two rows of at least two cells, without tables or code inside them.
 * - Notes: list items to which a reference in such a paragraph or list item leads, also if they were not annotated.
 *
 * @param root the tree of the page
 * @param url its address
 * @param text the annotated text
 * @param title the annotated title, if it is known
 */
export function expectedParts(root: PageParent, url: string, text: string, title: string | undefined): Part[] {
  const article = new AnnotatedArticle(root, url, text)
  const addresses = { url, base: baseAddress(root, url) }
  const elements = elementsOf(root).filter((element) => article.isVisible(element))
  const notes = notesOf(article, root, url)
  const all = elementsOf(root)
  const places = placesIn(all)
  const parts = [
    ...elements
      .filter((element) => !notes.has(element) && isCounted(element))
      .flatMap((element) => partOf(article, element)),
    ...elements.flatMap((element) =>
      leadsOutside(article, element, { all, places, url }) ? [] : linkOf(article, element, addresses),
    ),
    ...expectedPictures(article, elements, addresses.base),
    ...[...notes].map((note) => notePart(article.page, note, url)),
  ]
  return distinct(parts.filter((part) => !isTitle(part, title)))
}

/** @returns whether an element is of a kind that is counted if it has text. Captions are counted with their pictures. */
function isCounted(element: PageElement): boolean {
  if (element.tagName === 'figcaption') return false
  if (element.tagName === 'li') return !elementsOf(element).some(({ tagName }) => HEADING.test(tagName))
  return element.tagName !== 'table' || isTableOfData(element)
}

function isTableOfData(table: PageElement): boolean {
  const inside = elementsOf(table)
  if (inside.some(({ tagName }) => tagName === 'table' || tagName === 'pre')) return false
  return inside.filter((row) => row.tagName === 'tr' && cellsOf(row) >= 2).length >= 2
}

function cellsOf(row: PageElement): number {
  return elementsOf(row).filter(({ tagName }) => tagName === 'td' || tagName === 'th').length
}

function partOf(article: AnnotatedArticle, element: PageElement): Part[] {
  const part = textPart(article.page, element)
  return part.length > 0 && article.has(element) ? part : []
}

function linkOf(article: AnnotatedArticle, element: PageElement, addresses: Addresses): Part[] {
  if (element.tagName !== 'a' || [undefined, '#'].includes(attributeOf(element, 'href')?.trim())) return []
  const block = closest(element, TEXT_BLOCKS)
  return block !== undefined && article.has(block) ? linkPart(article.page, element, addresses) : []
}

/** @returns the elements with an id or the name of an anchor, by it; the first of each */
function placesIn(elements: readonly PageElement[]): Map<string | undefined, PageElement> {
  const places = new Map<string | undefined, PageElement>()
  for (const element of elements) {
    const place = attributeOf(element, 'id') ?? attributeOf(element, 'name')
    if (place !== undefined && !places.has(place)) places.set(place, element)
  }
  return places
}

const PLACE_BLOCKS = new Set('p li h1 h2 h3 h4 h5 h6 dt dd td th figcaption pre blockquote'.split(' '))

/** What is known of the places of a page. */
interface Places {
  /** All elements of the page, in document order. */
  readonly all: readonly PageElement[]
  readonly places: ReadonlyMap<string | undefined, PageElement>
  readonly url: string
}

/**
 * @returns whether an element is a link to a place of its page of which the article has no text: the place does not exist,
 *   or the block with its first text lies outside of the article. The place of an empty anchor is the block around it or
 *   after it.
 */
function leadsOutside(article: AnnotatedArticle, element: PageElement, { all, places, url }: Places): boolean {
  const target = localTargetOf(element, url)
  if (target === undefined || isReference(element, url)) return false
  const place = places.get(target)
  if (place === undefined) return true
  const isTextBlock = (one: PageElement): boolean => PLACE_BLOCKS.has(one.tagName) && article.page.textOf(one) !== ''
  const inner = [place, ...elementsOf(place)].find((one) => isTextBlock(one))
  const block = inner ?? closest(place, PLACE_BLOCKS) ?? all.slice(all.indexOf(place) + 1).find(isTextBlock)
  return block === undefined || !article.has(block)
}

/** @returns the list items to which references of the article lead */
function notesOf(article: AnnotatedArticle, root: PageParent, url: string): Set<PageElement> {
  const elements = elementsOf(root)
  const references = elements.filter((element) => isReference(element, url))
  if (references.length === 0) return new Set()
  const places = new Map(
    elements.map((element) => [attributeOf(element, 'id') ?? attributeOf(element, 'name'), element]),
  )
  const notes = references.flatMap((reference) => {
    const block = closest(reference, TEXT_BLOCKS)
    const place = places.get(localTargetOf(reference, url)!)
    const note = place === undefined ? undefined : closest(place, LIST_ITEM)
    const isWithin = block !== undefined && block !== note && article.has(block)
    return isWithin && note !== undefined && article.page.textOf(note) !== '' ? [note] : []
  })
  return new Set(notes)
}

function isTitle({ kind, keys }: Part, title: string | undefined): boolean {
  return kind === 'headings' && title !== undefined && keys[0] === title
}

function distinct(parts: readonly Part[]): Part[] {
  return [...new Map(parts.map((part) => [`${part.kind} ${part.keys[0]}`, part])).values()]
}
