import { attributeOf, elementsOf, findElement, textOf, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { firstNamed, firstWithClass } from '../dom/select-elements.ts'
import { timeOf, type FlatPost } from './thread.ts'

/** An element with `itemscope`: a thing that the page describes by microdata, such as a comment. */
export interface MicrodataItem {
  readonly element: PageElement
  /** name of the schema.org type, such as `Comment`; undefined for other types and for items without one */
  readonly type: string | undefined
  /** the item that contains this one */
  readonly parent: MicrodataItem | undefined
  /** names of the properties of the parent that this item is a value of */
  readonly roles: readonly string[]
  /** elements of each property, in document order. Properties of nested items are not included. */
  readonly properties: ReadonlyMap<string, readonly PageElement[]>
}

const MAX_NAMES = 200

/**
 * Reads the items of a page as the HTML standard defines them, without `itemref`.
 *
 * @returns the items in document order
 */
export function microdataItems(page: PageParent): MicrodataItem[] {
  const items: MicrodataItem[] = []
  const around = new Map<PageParent | null, OpenItem>()
  for (const element of elementsOf(page)) {
    const parent = around.get(element.parentNode)
    const roles = propertyNames(element)
    if (parent !== undefined) for (const name of roles) addProperty(parent, name, element)
    if (attributeOf(element, 'itemscope') !== undefined) {
      const item = { element, type: typeOf(element), parent, roles, properties: new Map() }
      items.push(item)
      around.set(element, item)
    } else if (parent !== undefined) around.set(element, parent)
  }
  return items
}

type OpenItem = Omit<MicrodataItem, 'properties'> & { readonly properties: Map<string, PageElement[]> }

function addProperty({ properties }: OpenItem, name: string, element: PageElement): void {
  const elements = properties.get(name)
  if (elements === undefined) properties.set(name, [element])
  else elements.push(element)
}

function propertyNames(element: PageElement): readonly string[] {
  const names = (attributeOf(element, 'itemprop') ?? '').slice(0, MAX_NAMES).trim()
  return names === '' ? [] : names.split(/\s+/)
}

function typeOf(element: PageElement): string | undefined {
  return /^https?:\/\/schema\.org\/(\w{1,60})$/.exec((attributeOf(element, 'itemtype') ?? '').trim().slice(0, 100))?.[1]
}

/** Names of the property with the text of a post. `commentText` is of schema.org's former type `UserComments`. */
const TEXTS = ['text', 'commentText', 'articleBody']
const TIMES = ['dateCreated', 'datePublished', 'commentTime']

/** @returns the element with the text of a post; undefined if the post has none */
export function textOfItem({ properties }: MicrodataItem): PageElement | undefined {
  const elements = TEXTS.flatMap((name) => properties.get(name) ?? [])
  return elements.find(({ tagName }) => tagName !== 'meta')
}

/** @returns author and time of a post */
export function headOfItem({ element, properties }: MicrodataItem): Pick<FlatPost, 'author' | 'publishedAt'> {
  const time = TIMES.flatMap((name) => properties.get(name) ?? [])[0] ?? firstWithClass(element, 'relativetime')
  const stated = time && (attributeOf(time, 'datetime') ?? attributeOf(time, 'content') ?? attributeOf(time, 'title'))
  return { author: authorOf(properties.get('author') ?? []), publishedAt: timeOf(stated) }
}

function authorOf(authors: readonly PageElement[]): string | undefined {
  const names = authors.map((author) => {
    const name = findElement(author, (one) => propertyNames(one).includes('name')) ?? firstNamed(author, 'a') ?? author
    return attributeOf(name, 'content') ?? textOf(name, 100)
  })
  return names.find((name) => name.trim() !== '')
}
