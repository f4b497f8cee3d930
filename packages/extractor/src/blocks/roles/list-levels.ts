import {
  attributeOf,
  createElement,
  isElement,
  isText,
  setAttribute,
  setChildren,
  type PageElement,
  type PageNode,
  type PageParent,
} from '../../dom/page-tree.ts'

const LISTS = new Set(['ul', 'ol'])
/** Matches class names of items with their level: those of Quill and Draft.js. */
const ITEM_LEVEL = /(?:^|\s)(?:ql-indent-|public-DraftStyleDefault-depth)(\d)(?=\s|$)/
/** Matches class names of lists with the level of their items: those of Google Docs. */
const LIST_LEVEL = /(?:^|\s)(lst-kix_[\w-]{1,60})-(\d)(?=\s|$)/
const LEVEL_ATTRIBUTES = ['data-aria-level', 'aria-level']
const MAX_ITEMS = 5000

interface Item {
  readonly element: PageElement
  readonly level: number
  readonly tagName: string
}

/**
 * Nests lists whose items only state their levels, as editors write them: a single list, or one list after the other. Items
 * with bullets in a numbered list get a list of their own.
 *
 * @param elements all elements of a page, changed in place
 * @returns the number of lists that were divided or nested
 */
export function nestListLevels(elements: readonly PageElement[]): number {
  let count = 0
  const done = new Set<PageElement>()
  for (const element of elements) {
    if (!LISTS.has(element.tagName) || done.has(element) || !mayStateLevels(element)) continue
    const lists = adjoiningLists(element)
    for (const list of lists) done.add(list)
    const found = lists.map(itemsOf)
    const items = found.flatMap((one) => one ?? [])
    if (items.length > MAX_ITEMS || found.includes(undefined) || !isStated(items)) continue
    replaceLists(lists, nestItems(items))
    count += 1
  }
  return count
}

/** Matches all class names with a level, and some others. */
const MAYBE_LEVEL = /ql-indent-|DraftStyleDefault-depth|lst-kix_/

/** @returns whether a list or one of its items may state a level or its mark. Most lists do not, so this is fast */
function mayStateLevels(list: PageElement): boolean {
  return hasLevelAttribute(list) || list.childNodes.some((node) => isElement(node) && hasLevelAttribute(node))
}

function hasLevelAttribute({ attrs }: PageElement): boolean {
  return attrs.some(({ name, value }) =>
    name === 'class' ? MAYBE_LEVEL.test(value) : name === 'data-list' || LEVEL_ATTRIBUTES.includes(name),
  )
}

/** @returns whether an item is on another level than the first, or has another mark than its list shows */
function isStated(items: readonly Item[]): boolean {
  return items.some(
    ({ element, level, tagName }) => level !== items[0]!.level || element.parentNode?.nodeName !== tagName,
  )
}

/** @returns a list, with the lists after it that continue it: Google Docs and Word write one for each level or item */
function adjoiningLists(first: PageElement): PageElement[] {
  const lists = [first]
  const siblings = first.parentNode?.childNodes ?? []
  const name = nameOf(first)
  if (name === undefined) return lists
  for (let at = siblings.indexOf(first) + 1; at < siblings.length; at++) {
    const node = siblings[at]!
    if (isBlank(node)) continue
    if (!isElement(node) || !LISTS.has(node.tagName) || nameOf(node) !== name) break
    lists.push(node)
  }
  return lists
}

/** @returns what lists that belong together have in common; undefined for lists that stand alone */
function nameOf(list: PageElement): string | undefined {
  const named = LIST_LEVEL.exec(attributeOf(list, 'class')?.slice(0, 300) ?? '')?.[1]
  if (named !== undefined) return named
  return list.childNodes.some((node) => isElement(node) && attributeOf(node, 'data-aria-level') !== undefined)
    ? 'data-aria-level'
    : undefined
}

function isBlank(node: PageNode): boolean {
  return isText(node) && node.value.trim() === ''
}

/** @returns the items of a list; undefined if it contains anything else */
function itemsOf(list: PageElement): Item[] | undefined {
  const items = list.childNodes.filter((node) => !isBlank(node))
  if (!items.every(isItem)) return undefined
  return items.map((element) => ({ element, level: levelOf(element, list), tagName: markOf(element) ?? list.tagName }))
}

function isItem(node: PageNode): node is PageElement {
  return node.nodeName === 'li'
}

function levelOf(item: PageElement, list: PageElement): number {
  const inName = ITEM_LEVEL.exec(attributeOf(item, 'class')?.slice(0, 300) ?? '')?.[1]
  if (inName !== undefined) return Number(inName)
  for (const name of LEVEL_ATTRIBUTES) {
    const value = attributeOf(item, name)
    if (value !== undefined && /^[1-9]$/.test(value)) return Number(value) - 1
  }
  return Number(LIST_LEVEL.exec(attributeOf(list, 'class')?.slice(0, 300) ?? '')?.[2] ?? 0)
}

/** @returns the kind of list that Quill shows around an item; undefined if it states none */
function markOf(item: PageElement): string | undefined {
  const mark = attributeOf(item, 'data-list')
  if (mark === 'ordered') return 'ol'
  return mark === 'bullet' || mark === 'checked' || mark === 'unchecked' ? 'ul' : undefined
}

interface OpenList {
  readonly list: PageElement
  readonly items: PageElement[]
}

/** @returns the outermost lists. An item may be only one level below the item before it. */
function nestItems(items: readonly Item[]): PageElement[] {
  const outermost: PageElement[] = []
  const open: OpenList[] = []
  let numbered = 0
  for (const { element, level, tagName } of items) {
    const depth = Math.min(level, open.length)
    open.length = Math.min(open.length, depth + 1)
    if (open[depth]?.list.tagName !== tagName) {
      open.length = depth
      const list = createElement(
        tagName,
        depth === 0 && tagName === 'ol' && numbered > 0 ? { start: String(numbered + 1) } : {},
        [],
      )
      if (depth === 0) outermost.push(list)
      else addChild(open[depth - 1]!.items.at(-1)!, list)
      open.push({ list, items: [] })
    }
    addChild(open[depth]!.list, element)
    open[depth]!.items.push(element)
    if (depth === 0 && tagName === 'ol') numbered += 1
  }
  return outermost
}

function addChild(parent: PageElement, child: PageElement): void {
  parent.childNodes.push(child)
  child.parentNode = parent
}

function replaceLists(lists: readonly PageElement[], nested: readonly PageElement[]): void {
  const parent: PageParent = lists[0]!.parentNode!
  const start = attributeOf(lists[0]!, 'start')
  if (start !== undefined && nested[0]!.tagName === 'ol') setAttribute(nested[0]!, 'start', start)
  const old = new Set<PageNode>(lists)
  setChildren(
    parent,
    parent.childNodes.flatMap((node) => (node === lists[0] ? [...nested] : old.has(node) ? [] : [node])),
  )
}
