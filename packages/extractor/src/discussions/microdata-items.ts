import {
  attributeOf,
  elementsOf,
  findElement,
  textOf,
  type PageElement,
  type PageNode,
  type PageParent,
} from '../dom/page-tree.ts'
import { firstNamed, firstWithClass } from '../dom/select-elements.ts'
import { timeOf, type FlatPost } from './thread.ts'

/** An element with `itemscope`: a thing that the page describes by microdata, such as a comment. */
export interface MicrodataItem {
  readonly element: PageElement
  /** name of the schema.org type, such as `Comment`; undefined for other types and for items without one */
  readonly type: string | undefined
  /** the item that contains this one */
  readonly parent: MicrodataItem | undefined
  /** names of the properties of the parent whose value is this item */
  readonly propertyNames: readonly string[]
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
  const around = new Map<PageParent | null, MutableItem>()
  for (const element of elementsOf(page)) {
    const parent = around.get(element.parentNode)
    const propertyNames = propertyNamesOf(element)
    if (parent !== undefined) for (const name of propertyNames) addProperty(parent, name, element)
    if (attributeOf(element, 'itemscope') !== undefined) {
      const item = { element, type: typeOf(element), parent, propertyNames, properties: new Map() }
      items.push(item)
      around.set(element, item)
    } else if (parent !== undefined) around.set(element, parent)
  }
  return items
}

type MutableItem = Omit<MicrodataItem, 'properties'> & { readonly properties: Map<string, PageElement[]> }

function addProperty({ properties }: MutableItem, name: string, element: PageElement): void {
  const elements = properties.get(name)
  if (elements === undefined) properties.set(name, [element])
  else elements.push(element)
}

function propertyNamesOf(element: PageElement): readonly string[] {
  const names = (attributeOf(element, 'itemprop') ?? '').slice(0, MAX_NAMES).trim()
  return names === '' ? [] : names.split(/\s+/)
}

function typeOf(element: PageElement): string | undefined {
  const types = (attributeOf(element, 'itemtype') ?? '').slice(0, MAX_NAMES).split(/\s+/)
  return types.flatMap((type) => /^https?:\/\/schema\.org\/(\w{1,60})$/.exec(type)?.[1] ?? [])[0]
}

/** Names of the property with the text of a post. `commentText` is of schema.org's former type `UserComments`. */
const TEXTS = ['text', 'commentText', 'articleBody']
const TIMES = ['dateCreated', 'datePublished', 'commentTime']
const MAX_AUTHORS = 5
/** Maximum number of items around an item in which the time of Stack Exchange is searched. */
const MAX_AROUND = 2

/** @returns the elements with the text of a post; empty if the post has none */
export function textElementsOf({ properties }: MicrodataItem): readonly PageElement[] {
  const texts = TEXTS.map((name) => (properties.get(name) ?? []).filter(({ tagName }) => tagName !== 'meta'))
  return texts.find((elements) => elements.length > 0) ?? []
}

/** @returns the content of a post; empty if it has no text */
export function bodyOfItem(item: MicrodataItem): readonly PageNode[] {
  return textElementsOf(item).flatMap(({ childNodes }) => childNodes)
}

/** @returns author and time of a post; undefined if they are not stated */
export function headOfItem(item: MicrodataItem): Pick<FlatPost, 'author' | 'publishedAt'> {
  const time = TIMES.flatMap((name) => item.properties.get(name) ?? [])[0] ?? relativeTime(item)
  const attributes = ['datetime', 'content', 'title'].map((name) => time && attributeOf(time, name))
  const stated = attributes.find((value) => value !== undefined) ?? (time && textOf(time, 100).trim())
  return { author: authorOf(authorElements(item)), publishedAt: timeOf(stated) }
}

/** @returns the element with the time of a post on Stack Exchange, which has no property */
function relativeTime({ element, parent }: MicrodataItem): PageElement | undefined {
  let around = 0
  for (let outer = parent; outer !== undefined; outer = outer.parent) around += 1
  return around > MAX_AROUND ? undefined : firstWithClass(element, 'relativetime')
}

/** @returns the elements with the author of a post. Tapatalk states it as the name of an item of the former type. */
function authorElements({ type, properties }: MicrodataItem): readonly PageElement[] {
  return properties.get('author') ?? (type === 'UserComments' ? properties.get('name') : undefined) ?? []
}

function authorOf(authors: readonly PageElement[]): string | undefined {
  const names = authors.slice(0, MAX_AUTHORS).map((author) => {
    const name =
      findElement(author, (one) => propertyNamesOf(one).includes('name')) ?? firstNamed(author, 'a') ?? author
    return attributeOf(name, 'content') ?? textOf(name, 100)
  })
  return names.find((name) => name.trim() !== '')
}
