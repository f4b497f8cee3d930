import { LETTER } from '../dom/letter-class.ts'
import { namesOf } from '../dom/class-name-hints.ts'
import { NOTE_LIST } from './footnote-target.ts'
import {
  attributeOf,
  createElement,
  createText,
  isElement,
  isText,
  setAttribute,
  setChildren,
  textOf,
  type PageElement,
  type PageNode,
  type PageParent,
} from '../dom/page-tree.ts'

const MAX_NOTES = 999
/** Numbers that are examined, and lists whose heading is searched. Each takes time in proportion to its siblings. */
const MAX_REFERENCES = 2000
const MAX_STARTS = 300
const REFERENCE = /^\s*[[(]?\s?(\d{1,3})\s?[\])]?\s*$/
/** Matches the number at the start of a note, such as `1. `, `[1] ` or `1 `. */
const LABEL = /^\s*(?:\[(\d{1,3})\]|\((\d{1,3})\)|(\d{1,3})(?:[.:)]|(?=\s)))\s{0,20}(?=\S|$)/
const NOTE_BLOCKS = new Set(['p', 'li', 'dd', 'div', 'small'])
const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
/** Matches headings and labels above lists of notes, in common languages. */
const NOTES_HEADING =
  /^\s*(?:(?:foot|end)\s?-?notes?|notes?(?: (?:and|&) (?:references|sources))?|references?|sources?|citations?|fu(?:ß|ss)noten?|anmerkungen|einzelnachweise|quellen|notes? de (?:bas de page|fin)|références|notas(?: al pie| de rodapé)?|referencias|referências|fuentes|note|riferimenti|voetnoten|noten|bronnen|fotnoter|noter|przypisy|примечания|сноски|источники|脚注|注|注釈|参考文献)\s*:?\s*$/i
/** Matches text before a superscript that is an exponent: a variable or a unit. */
const BEFORE_EXPONENT = /(?:(?:^|[\s(=+*/-])[a-zA-Z]|\d\s?(?:[kcdm]?m|mi|ft|in))$/
/** Matches text before a superscript that may be an exponent. After a year or words in brackets, it is a reference. */
const BEFORE_NUMBER = new RegExp(String.raw`(?:(?<!(?:^|\D)(?:1[5-9]|20)\d)\d|(?<!${LETTER}{3})\))$`, 'u')

interface Reference {
  readonly sup: PageElement
  readonly number: number
  /** whether the number may be an exponent. Then it counts only if it is the next one. */
  readonly isUncertain: boolean
}

/**
 * Links superscript numbers to notes that the page does not link: below a heading for notes, below a rule, or numbered
 * by superscripts themselves. The numbers of the references must be those of the notes, in order.
 *
 * @param elements all elements of the page, changed in place
 * @returns the number of notes that are linked now
 */
export function linkUnlinkedNotes(elements: readonly PageElement[]): number {
  const raised = elements.filter(isRaisedNumber).slice(0, MAX_REFERENCES)
  const references = raised.flatMap(referenceOf)
  if (references.length === 0) return 0
  const order = new Map<PageElement, number>()
  for (const [at, element] of elements.entries()) order.set(element, at)
  for (const run of noteRuns(elements).toReversed()) {
    const start = order.get(run[0]!)!
    const before = inOrder(references.filter(({ sup }) => order.get(sup)! < start))
    if (!fits(before, run.length)) continue
    for (const [at, note] of run.entries()) prepareNote(note, at + 1)
    for (const { sup, number } of before) linkReference(sup, number)
    return run.length
  }
  return 0
}

function isRaisedNumber(element: PageElement): boolean {
  if (element.tagName !== 'sup' || element.childNodes.length !== 1) return false
  const only = element.childNodes[0]!
  return isText(only) && REFERENCE.test(only.value)
}

function referenceOf(element: PageElement): Reference[] {
  const number = Number(REFERENCE.exec(textOf(element, 12))?.[1] ?? 0)
  if (number === 0 || isInLink(element)) return []
  const before = textBefore(element)
  if (before === '' || BEFORE_EXPONENT.test(before)) return []
  return [{ sup: element, number, isUncertain: BEFORE_NUMBER.test(before) }]
}

function isInLink({ parentNode }: PageElement): boolean {
  return parentNode !== null && isElement(parentNode) && parentNode.tagName === 'a'
}

/** @returns the end of the text before an element in its parent; empty at the start of the parent */
function textBefore(element: PageElement): string {
  const siblings = element.parentNode?.childNodes ?? []
  const at = siblings.indexOf(element)
  for (const node of siblings.slice(Math.max(0, at - 3), at).toReversed()) {
    const text = isText(node) ? node.value : isElement(node) ? textOf(node) : ''
    if (text.trim() !== '') return text.trimEnd().slice(-20)
  }
  return ''
}

/** @returns the references without those that may be exponents and are not the next number */
function inOrder(references: readonly Reference[]): readonly Reference[] {
  let last = 0
  return references.filter(({ number, isUncertain }) => {
    if (isUncertain && number !== last + 1) return false
    last = Math.max(last, number)
    return true
  })
}

/** @returns whether the references start with 1, ascend, and exist for at least half of the notes, and for no others */
function fits(references: readonly Reference[], notes: number): boolean {
  if (references.every(({ isUncertain }) => isUncertain)) return false
  let last = 0
  for (const { number } of references) {
    if (number > last + 1 || number > notes) return false
    last = Math.max(last, number)
  }
  return last > 0 && last * 2 >= notes
}

/** @returns series of successive notes with the numbers 1, 2, 3 …: those in lists first, then those of labelled blocks */
function noteRuns(elements: readonly PageElement[]): PageElement[][] {
  const lists = elements.filter(({ tagName }) => tagName === 'ol').slice(0, MAX_STARTS)
  const runs = [...lists.filter(isNoteList).map(itemsOf), ...labelledRuns(elements)]
  return runs.filter(({ length }) => length > 0 && length <= MAX_NOTES)
}

function labelledRuns(elements: readonly PageElement[]): PageElement[][] {
  const runs: PageElement[][] = []
  let run: PageElement[] = []
  for (const element of elements) {
    const label = NOTE_BLOCKS.has(element.tagName) ? labelOf(element) : undefined
    if (label === undefined) continue
    if (label.number === run.length + 1 && element.parentNode === run[0]?.parentNode) run.push(element)
    else if (label.number === 1 && runs.length < MAX_STARTS) {
      run = label.isRaised || isBelowNotesHeading(element) ? [element] : []
      runs.push(run)
    }
  }
  return runs
}

function itemsOf(list: PageElement): PageElement[] {
  return list.childNodes.filter(isElement).filter(({ tagName }) => tagName === 'li')
}

function isNoteList(list: PageElement): boolean {
  if (Number(attributeOf(list, 'start') ?? 1) !== 1) return false
  return NOTE_LIST.test(namesOf(list)) || isBelowNotesHeading(list)
}

interface Label {
  readonly number: number
  /** whether the number is a superscript */
  readonly isRaised: boolean
}

/** @returns the number at the start of a block; undefined if it starts with other text */
function labelOf(block: PageElement): Label | undefined {
  const first = block.childNodes.find((node) => !isText(node) || node.value.trim() !== '')
  if (first === undefined) return undefined
  if (isElement(first)) {
    const number = first.tagName === 'sup' ? Number(REFERENCE.exec(textOf(first, 12))?.[1] ?? 0) : 0
    return number > 0 && block.childNodes.length > 1 ? { number, isRaised: true } : undefined
  }
  const found = isText(first) ? LABEL.exec(first.value.slice(0, 40)) : null
  return found === null ? undefined : { number: Number(found[1] ?? found[2] ?? found[3]), isRaised: false }
}

const MAX_LEVELS_UP = 2

/** @returns whether a heading for notes or a rule is directly before the element or the boxes that it starts */
function isBelowNotesHeading(element: PageElement): boolean {
  let at: PageNode = element
  for (let level = 0; level <= MAX_LEVELS_UP; level++) {
    const parent: PageParent | null = at.parentNode
    if (parent === null) return false
    const index = parent.childNodes.indexOf(at)
    const before = parent.childNodes.slice(Math.max(0, index - 3), index).findLast(isElement)
    if (before !== undefined) return before.tagName === 'hr' || isNotesHeading(before)
    if (!isElement(parent)) return false
    at = parent
  }
  return false
}

function isNotesHeading(element: PageElement): boolean {
  if (!HEADINGS.has(element.tagName) && element.tagName !== 'p' && element.tagName !== 'div') return false
  return NOTES_HEADING.test(textOf(element, 60))
}

function prepareNote(note: PageElement, number: number): void {
  const first = note.childNodes.findIndex((node) => !isText(node) || node.value.trim() !== '')
  const label = note.childNodes[first]
  if (label !== undefined && isElement(label) && label.tagName === 'sup' && REFERENCE.test(textOf(label, 12)))
    setChildren(note, note.childNodes.slice(first + 1))
  setAttribute(note, 'id', noteId(number))
}

function linkReference(sup: PageElement, number: number): void {
  setChildren(sup, [createElement('a', { href: `#${noteId(number)}` }, [createText(String(number))])])
}

function noteId(number: number): string {
  return `footnote-unlinked-${number}`
}
