import { footnoteId } from './footnote-address.ts'
import { isNote, linksBack, noteOf, numberOfNote } from './footnote-target.ts'
import { moveInlineNotes } from './inline-notes.ts'
import { linkUnlinkedNotes } from './unlinked-notes.ts'
import { fragmentReader } from './page-fragment.ts'
import {
  attributeOf,
  createElement,
  createText,
  elementsOf,
  findElement,
  isElement,
  isText,
  rewriteTree,
  setAttribute,
  setChildren,
  textOf,
  type PageElement,
  type PageNode,
  type PageParent,
} from '../dom/page-tree.ts'
import { ElementList } from '../dom/element-list.ts'
import { groupBy } from '../dom/group-by.ts'

/** Maximum number of converted footnotes. Further ones are not changed. */
const MAX_NOTES = 999
const MAX_MARK = 8
const REFERENCE_TEXT = /^[[(]?\s?(?:\d{1,3}|[a-z]|[ivx]{1,6}|note \d{1,3}|[*†‡§¶#]{1,4})\s?[\])]?$/i
/** Maximum length in characters of a link from a note to its reference, such as "Return to the text". */
const MAX_BACK_LINK = 40
const BACK_LINK_CLASS = /(?:^|[\s_-])(?:cite-backlink|backlink|backref|footnote-back)(?=$|[\s_-])/i
const BACK_LINK_ROLE = 'doc-backlink'
const BACK_LINK_TEXT = /^[\s\p{Cf}\p{Mn}↩↵⏎^↑⤴←.,a-z\d[\]()]{0,8}$/iu

interface Mark {
  readonly link: PageElement
  readonly note: PageElement
  /** ids to which a link back from the note may lead */
  readonly ids: readonly string[]
}

/**
 * Converts footnotes to a form that works in every reader. References become `<sup><a href="#fn-1"
 * id="fnref-1">1</a></sup>`; footnotes get the id `fn-1` and a link back. Must run before addresses are made absolute.
 *
 * @param root the page's tree, changed in place
 * @param url the page's own address, which may precede `#` in links
 * @param list the elements of the tree, renewed if it has changed
 * @returns the footnotes as `li` elements, ordered by number
 */
export function linkFootnotes(root: PageParent, url: string, list: ElementList = new ElementList(root)): PageElement[] {
  if (moveInlineNotes(list.all) + linkUnlinkedNotes(list.all) > 0) list.renew()
  const idIn = fragmentReader(url)
  const links = list.named('a').filter((link) => idIn(link) !== undefined)
  const find = links.length > 0 ? noteFinder(list, idIn) : undefined
  const found = find ? links.flatMap((link) => markOf(link, find, idIn)) : []
  const marks = found.filter(({ link, note }) => !isWithin(link, note))
  for (const element of list.withAttribute('id')) forgetForeignId(element)
  if (marks.length === 0) return []
  list.renew()
  const notes = [...new Set(marks.map(({ note }) => note))].slice(0, MAX_NOTES)
  const numbers = new Map(notes.map((note, i) => [note, i + 1]))
  const seen = new Set<number>()
  for (const { link, note } of marks) {
    const number = numbers.get(note)
    if (number === undefined) continue
    rewriteMark(link, number, seen.has(number))
    seen.add(number)
  }
  const isBack = backLinkTest(new Set(marks.flatMap(({ ids }) => ids)), idIn)
  const items = notes.map((note, i) => rewriteNote(note, i + 1, isBack))
  wrapInLists(items.filter(({ parentNode }) => parentNode !== null && !isList(parentNode)))
  return items
}

/**
 * Removes an id of the page that has the form of a converted footnote's id. Otherwise, two elements could have the same
 * id.
 */
function forgetForeignId(element: PageElement): void {
  const id = attributeOf(element, 'id')
  if (id !== undefined && footnoteId(id) !== undefined) setAttribute(element, 'id', undefined)
}

function targetsOf(elements: ElementList): Map<string, PageElement> {
  const found = new Map<string, PageElement>()
  const named = elements.withAttribute('name').filter(({ tagName }) => tagName === 'a')
  for (const element of [...elements.withAttribute('id'), ...named]) {
    const id = attributeOf(element, 'id') ?? (element.tagName === 'a' ? attributeOf(element, 'name') : undefined)
    if (id !== undefined && id !== '' && !found.has(id)) found.set(id, element)
  }
  return found
}

/** @returns whether a link is a superscript number, and the block has the same number */
function hasNumberOf(note: PageElement, link: PageElement): boolean {
  const box = link.parentNode
  const isRaised = box !== null && isElement(box) && box.tagName === 'sup'
  const number = Number(/\d{1,3}/.exec(textOf(link, 12))?.[0] ?? 0)
  return isRaised && number > 0 && numberOfNote(note) === number
}

type FindNote = (id: string, link: PageElement) => PageElement | undefined

/**
 * @returns a function that finds a footnote by the id in a link. Names of ids and classes show that the target is a
 * footnote, or a link in it that leads back. Results by name are cached.
 */
function noteFinder(elements: ElementList, idIn: (link: PageElement) => string | undefined): FindNote {
  const targets = targetsOf(elements)
  const known = new Map<string, PageElement | undefined>()
  const order = new Map<PageElement, number>()
  const isBefore = (one: PageElement, other: PageElement): boolean => {
    if (order.size === 0) for (const [at, element] of elements.all.entries()) order.set(element, at)
    return order.get(one)! < order.get(other)!
  }
  const leadsBack = (link: PageElement, reference: PageElement | undefined): boolean =>
    reference?.tagName === 'a' &&
    isReferenceTo(link, reference, targets.get(idIn(reference) ?? '')) &&
    isBefore(reference, link)
  return (id, link) => {
    const target = targets.get(id)
    if (leadsBack(link, target)) return undefined
    if (known.has(id)) return known.get(id)
    const note = noteOf(target)
    const isNamed = note !== undefined && isNote(note, id)
    if (isNamed || note === undefined) known.set(id, note)
    if (isNamed || note === undefined) return note
    if (!isBefore(link, target!)) return undefined
    return linksBack(note, idsOf(link), idIn) || hasNumberOf(note, link) ? note : undefined
  }
}

/**
 * @param place the place to which the reference leads
 * @returns whether a reference leads to a note with the given link, which therefore leads back to it
 */
function isReferenceTo(link: PageElement, reference: PageElement, place: PageElement | undefined): boolean {
  if (place === undefined || place === reference) return false
  return place === link || isWithin(link, place)
}

function markOf(link: PageElement, find: FindNote, idIn: (link: PageElement) => string | undefined): Mark[] {
  if (attributeOf(link, 'role') === BACK_LINK_ROLE || BACK_LINK_CLASS.test(classesOf(link))) return []
  if (!REFERENCE_TEXT.test(textOf(link, MAX_MARK + 8).trim())) return []
  const note = find(idIn(link) ?? '', link)
  return note === undefined ? [] : [{ link, note, ids: idsOf(link) }]
}

function classesOf(element: PageElement): string {
  return attributeOf(element, 'class')?.slice(0, 300) ?? ''
}

const INLINE_BOXES = new Set(['sup', 'span', 'a', 'cite', 'small', 'b', 'em'])

/** @returns the ids to which a link back to this reference may lead: its own, and those of the inline elements around */
function idsOf(link: PageElement): readonly string[] {
  const ids = [attributeOf(link, 'id'), attributeOf(link, 'name')]
  let parent = link.parentNode
  for (let level = 0; level < 3 && parent !== null && isElement(parent) && INLINE_BOXES.has(parent.tagName); level++) {
    ids.push(attributeOf(parent, 'id'), ...emptyAnchorsIn(parent))
    parent = parent.parentNode
  }
  return ids.filter((id) => id !== undefined && id !== '') as string[]
}

/** @returns the ids of anchors beside a reference, such as in `<sup><a name="r1"></a><a href="#n1">1</a></sup>` */
function emptyAnchorsIn(box: PageElement): (string | undefined)[] {
  const anchors = box.childNodes.slice(0, 5).filter((node) => isElement(node) && node.tagName === 'a')
  return anchors.filter(isElement).map((anchor) => attributeOf(anchor, 'id') ?? attributeOf(anchor, 'name'))
}

function isWithin(link: PageElement, note: PageElement): boolean {
  let parent: PageParent | null = link.parentNode
  for (let i = 0; parent !== null && isElement(parent) && i < 20; i++) {
    if (parent === note) return true
    parent = parent.parentNode
  }
  return false
}

function rewriteMark(link: PageElement, number: number, isRepeated: boolean): void {
  const href = `#fn-${number}`
  const box = link.parentNode
  const anchor = createElement('a', isRepeated ? { href } : { href, id: `fnref-${number}` }, [
    createText(String(number)),
  ])
  const isAlone =
    box !== null && isElement(box) && box.tagName === 'sup' && withoutBrackets(box) === withoutBrackets(link)
  if (isAlone) {
    box.attrs = []
    setChildren(box, [anchor])
    return
  }
  link.tagName = link.nodeName = 'sup'
  link.attrs = []
  setChildren(link, [anchor])
}

function withoutBrackets(element: PageElement): string {
  return textOf(element).replaceAll(/[\s[\]()]/g, '')
}

/** Removes the number of a footnote and its links back to the text, and adds a single link back. */
function rewriteNote(note: PageElement, number: number, isBack: (element: PageElement) => boolean): PageElement {
  const isItem = note.tagName === 'li'
  rewriteTree(note, (node) => (isElement(node) && isBack(node) ? [] : [node]))
  if (!isItem) dropLabel(note)
  if (note.tagName === 'dd') openDefinition(note)
  note.tagName = note.nodeName = 'li'
  note.attrs = []
  setAttribute(note, 'id', `fn-${number}`)
  const back = createElement('a', { href: `#fnref-${number}` }, [createText('↩')])
  trimEnds(note)
  const last = note.childNodes.findLast((child) => isElement(child) || textOfNode(child).trim() !== '')
  const end = last !== undefined && isElement(last) && (last.tagName === 'p' || isLine(last)) ? last : note
  setChildren(end, [...end.childNodes, createText(' '), back])
  return note
}

/** @returns whether an element is a box that contains no other boxes */
function isLine({ tagName, childNodes }: PageElement): boolean {
  return tagName === 'div' && childNodes.every((node) => !isElement(node) || INLINE_TEXT.has(node.tagName))
}

const INLINE_TEXT = new Set('a abbr b br cite code del em i img kbd mark q s small span strong sub sup u'.split(' '))

/** Removes the white space that remained beside removed elements. */
function trimEnds(note: PageElement): void {
  for (const parent of [note, ...elementsOf(note).slice(0, 1)]) {
    const [first, last] = [parent.childNodes[0], parent.childNodes.at(-1)]
    if (first !== undefined && isText(first)) first.value = first.value.trimStart()
    if (last !== undefined && isText(last)) last.value = last.value.trimEnd()
  }
}

function textOfNode(node: PageNode): string {
  return isText(node) ? node.value : ''
}

/**
 * @param marks ids of all references
 * @returns a function that tests whether an element in a note is a link back, or a box that such a link left empty
 */
function backLinkTest(
  marks: ReadonlySet<string>,
  idIn: (link: PageElement) => string | undefined,
): (element: PageElement) => boolean {
  return (element) => {
    if (BACK_LINK_CLASS.test(classesOf(element))) return textOf(element, 30).length < 30
    if (element.tagName !== 'a') return element.tagName === 'sup' && element.childNodes.length === 0
    const id = idIn(element)
    if (id === undefined) return false
    const most = marks.has(id) ? MAX_BACK_LINK : MAX_MARK * 2
    const text = textOf(element, MAX_BACK_LINK + 1).trim()
    return text.length <= most && (marks.has(id) || BACK_LINK_TEXT.test(text))
  }
}

/** Removes a number such as `1`, `[1]` or `1.` from the start of a footnote, because the list has its own numbers. */
function dropLabel(note: PageElement): void {
  const first = findElement(note, (element) => /label|number/i.test(classesOf(element)))
  if (first !== undefined && /^\W{0,2}\d{0,3}\W{0,2}$/.test(textOf(first, 20).trim())) setChildren(first, [])
  for (const parent of [note, ...elementsOf(note)]) {
    const text = parent.childNodes.find((child) => isElement(child) || textOfNode(child).trim() !== '')
    if (text === undefined || !isText(text)) continue
    text.value = text.value.replace(/^\s{0,50}(?:[[(]\d{0,3}[\])][.:]?|\d{1,3}[.:)]?(?=\s)|[.:)](?=\s))\s{0,50}/, '')
    return
  }
}

/**
 * Converts a footnote in a definition list: removes the term, which contains its number, and turns the list into a
 * `div`.
 */
function openDefinition(note: PageElement): void {
  const list = note.parentNode
  if (list === null || !isElement(list)) return
  const at = list.childNodes.indexOf(note)
  const term = list.childNodes.slice(Math.max(0, at - 3), at).findLast(isElement)
  if (term?.tagName === 'dt') list.childNodes = list.childNodes.filter((child) => child !== term)
  list.tagName = list.nodeName = 'div'
}

function isList(parent: PageParent): boolean {
  return parent.nodeName === 'ol' || parent.nodeName === 'ul'
}

/** Puts footnotes that are not in a list into a new list. Footnotes with the same parent share one list. */
function wrapInLists(items: readonly PageElement[]): void {
  const byParent = groupBy(items, ({ parentNode }) => parentNode!)
  for (const [parent, group] of byParent) {
    const members = new Set<PageNode>(group)
    const start = Number(attributeOf(group[0]!, 'id')?.slice('fn-'.length))
    const list = createElement('ol', start > 1 ? { start: String(start) } : {}, [])
    const at = parent.childNodes.indexOf(group[0]!)
    const rest = parent.childNodes.filter((child) => !members.has(child) || child === group[0])
    rest[at] = list
    setChildren(list, group)
    setChildren(parent, rest)
  }
}
