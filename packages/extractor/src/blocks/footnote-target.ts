import { namesOf } from '../dom/class-name-hints.ts'
import { attributeOf, firstElements, isElement, textOf, type PageElement, type PageParent } from '../dom/page-tree.ts'

/** Matches class names of lists of footnotes, as publishing systems generate them. */
export const NOTE_LIST =
  /(?:^|[\s_-])(?:foot-?notes?|end-?notes?|references?|reflist|citations?|notes|fn|sdfootnote)(?=$|[\s\d_-])/i
const NOTE_ID =
  /^(?:user-content-)?_?(?:fn|footnote|foot-?note|cite_note|ftn|note|sdfootnote|endnote|end-?note|easy-footnote-bottom)[-_:.]?[\w:.-]{0,80}$/i
/** Matches ids of footnote references. A link to such an id leads from a footnote back to the text. */
const MARK_ID = /(?:fn|ftnt?|note|notes|cite)[-_:]?ref|anchor|back-?(?:ref|link)|^ref[-_:\d]/i
const NOTE_ELEMENTS = new Set(['li', 'p', 'dd', 'div', 'aside', 'section'])
const MAX_NOTE_CHARACTERS = 4000
const MAX_LEVELS_UP = 4

/**
 * @param target the element that a footnote reference links to
 * @returns the element with the text of the footnote: the target, an element around it, or the `dd` after a `dt`;
 *   undefined if there is none
 */
export function noteOf(target: PageElement | undefined): PageElement | undefined {
  let element: PageParent | null = target ?? null
  for (let level = 0; element !== null && isElement(element) && level < MAX_LEVELS_UP; level++) {
    if (element.tagName === 'dt') return definitionAfter(element)
    if (NOTE_ELEMENTS.has(element.tagName)) return element
    element = element.parentNode
  }
  return undefined
}

function definitionAfter(term: PageElement): PageElement | undefined {
  const siblings = term.parentNode?.childNodes ?? []
  const next = siblings.slice(siblings.indexOf(term) + 1, siblings.indexOf(term) + 4).find(isElement)
  return next?.tagName === 'dd' ? next : undefined
}

/**
 * @param id the id in the link to the element
 * @returns true if the element is a footnote. This is recognized by the id, or by class names of the element or of
 * boxes around it.
 */
export function isNote(note: PageElement, id: string): boolean {
  if (MARK_ID.test(id.slice(0, 200))) return false
  const length = textOf(note, MAX_NOTE_CHARACTERS + 1).trim().length
  if (length === 0 || length > MAX_NOTE_CHARACTERS) return false
  return NOTE_ID.test(id) || boxesAround(note).some((box) => NOTE_LIST.test(namesOf(box)))
}

const MAX_SEARCHED_ELEMENTS = 60

/**
 * @param marks ids on and around a reference
 * @param idIn returns the id in a link to a place of the page
 * @returns true if the element is short enough for a footnote and contains a link to one of the ids
 */
export function linksBack(
  note: PageElement,
  marks: readonly string[],
  idIn: (link: PageElement) => string | undefined,
): boolean {
  if (marks.length === 0 || textOf(note, MAX_NOTE_CHARACTERS + 1).length > MAX_NOTE_CHARACTERS) return false
  return firstElements(note, MAX_SEARCHED_ELEMENTS).some((element) => {
    const id = element.tagName === 'a' ? idIn(element) : undefined
    return id !== undefined && marks.includes(id)
  })
}

function boxesAround(note: PageElement): PageElement[] {
  const found: PageElement[] = []
  let parent: PageParent | null = note
  while (parent !== null && isElement(parent) && found.length < MAX_LEVELS_UP) {
    found.push(parent)
    parent = parent.parentNode
  }
  return found.filter(({ tagName }) => !['body', 'main', 'article'].includes(tagName))
}

/** Number of nodes in a list of notes. In longer lists, the position of an item is not counted. */
const MAX_LIST_NODES = 3000
const NOTE_NUMBER = /^\s*[[(]?(\d{1,3})(?=[\s.:)\]])/

/** @returns the number of a short block, from its text or from its position in a numbered list; 0 if it has none */
export function numberOfNote(note: PageElement): number {
  const text = textOf(note, MAX_NOTE_CHARACTERS + 1)
  if (text.trim() === '' || text.length > MAX_NOTE_CHARACTERS) return 0
  const stated = NOTE_NUMBER.exec(text.slice(0, 60))?.[1]
  if (stated !== undefined) return Number(stated)
  const list = note.parentNode
  if (note.tagName !== 'li' || list === null || list.nodeName !== 'ol' || !isElement(list)) return 0
  if (list.childNodes.length > MAX_LIST_NODES) return 0
  const items = list.childNodes.filter((node) => isElement(node) && node.tagName === 'li')
  return Number(attributeOf(list, 'start') ?? 1) + items.indexOf(note)
}
