import { attributeOf, elementsOf, isElement, type PageElement, type PageParent } from '../../src/dom/page-tree.ts'
import { ownTextOf } from './annotated-article.ts'
import { isReference, localTargetOf } from './left-out-elements.ts'
import type { Part, PartKind } from './part.ts'
import { pictureNames } from './picture-names.ts'
import { squeezePage, type SqueezedPage } from './squeezed-page.ts'

const KINDS: Readonly<Record<string, PartKind>> = {
  h1: 'headings',
  h2: 'headings',
  h3: 'headings',
  h4: 'headings',
  h5: 'headings',
  h6: 'headings',
  li: 'list items',
  figcaption: 'captions',
  table: 'tables',
  pre: 'code blocks',
  blockquote: 'quotes',
}

/** The addresses of a page. */
export interface Addresses {
  readonly url: string
  /** Base for relative addresses. */
  readonly base: string
}

/**
 * @param root the tree of an extracted article
 * @param addresses those of its page
 * @returns all parts of the article
 */
export function readParts(root: PageParent, addresses: Addresses): Part[] {
  const page = squeezePage(root, (element) => isReference(element, addresses.url))
  const elements = elementsOf(root)
  const targets = new Set(elements.map((element) => localTargetOf(element, addresses.url)))
  return elements.flatMap((element) => [
    ...textPart(page, element),
    ...(element.tagName === 'a' ? linkPart(page, element, addresses) : []),
    ...(element.tagName === 'img' ? [{ kind: 'pictures' as const, keys: pictureNames(element, addresses.base) }] : []),
    ...(isTargetOf(element, targets) ? [notePart(page, element, addresses.url)] : []),
  ])
}

/** @returns the part that an element with text is; nothing for other elements and without text */
export function textPart(page: SqueezedPage, element: PageElement): Part[] {
  const kind = KINDS[element.tagName]
  const own = kind === undefined ? '' : ownTextOf(page, element)
  return kind === undefined || own === '' ? [] : [{ kind, keys: [own] }]
}

/**
 * @returns a link with text and a target, as a part; nothing for other links, and for references to notes. All links to
 *   places of the page itself count as the same target, because places are renamed.
 */
export function linkPart(page: SqueezedPage, link: PageElement, { url, base }: Addresses): Part[] {
  const text = page.textOf(link)
  const target = targetOf(link, base)
  if (text === '' || target === undefined) return []
  const isLocal = localTargetOf(link, url) !== undefined
  return [{ kind: 'links in text', keys: [`${text} ${target}`, ...(isLocal ? [`${text} #`] : [])] }]
}

/** @returns a note as a part: its letters and digits without the links back to its references */
export function notePart(page: SqueezedPage, note: PageElement, url: string): Part {
  return { kind: 'notes', keys: [page.textOf(note, (inside) => localTargetOf(inside, url) !== undefined)] }
}

/** @returns whether an element is a list item with a place to which a link leads */
function isTargetOf(element: PageElement, targets: ReadonlySet<string | undefined>): boolean {
  if (element.tagName !== 'li') return false
  return [element, ...elementsOf(element)].some((one) =>
    targets.has(attributeOf(one, 'id') ?? attributeOf(one, 'name') ?? ''),
  )
}

/** @returns the absolute address; undefined for addresses that are neither of pages nor of people */
function targetOf(link: PageElement, base: string): string | undefined {
  const address = attributeOf(link, 'href')?.trim() ?? ''
  if (address === '' || !URL.canParse(address, base)) return undefined
  const { protocol, href } = new URL(address, base)
  if (protocol === 'mailto:' || protocol === 'tel:') return unescaped(href)
  return protocol === 'http:' || protocol === 'https:' ? href.replace(/\/(?=$|#)/, '') : undefined
}

/** @returns an address without its escapes: `a%40b` is `a@b` */
function unescaped(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/** @returns the nearest element around this one, or the element itself, with one of these names */
export function closest(element: PageElement, names: ReadonlySet<string>): PageElement | undefined {
  for (let at: PageParent | null = element; at !== null && isElement(at); at = at.parentNode)
    if (names.has(at.tagName)) return at
  return undefined
}
