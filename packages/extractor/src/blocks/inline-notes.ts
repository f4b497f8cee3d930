import { hasClass } from '../dom/select-elements.ts'
import {
  attributeOf,
  createElement,
  createText,
  firstElements,
  isElement,
  setChildren,
  type PageElement,
  type PageNode,
} from '../dom/page-tree.ts'

/** Maximum number of notes that are moved. Further ones stay in their sentence. */
const MAX_NOTES = 999
const MAX_SEARCHED_ELEMENTS = 20
/** Classes of LaTeXML for the marks and numbers of a note, which a list of notes shows itself. */
const MARKS = ['ltx_note_mark', 'ltx_tag_note', 'ltx_note_type']

/**
 * Moves notes that LaTeXML and custom elements write into the sentence of their reference to a list at the end of the
 * text. The sentence keeps a numbered link, as in other forms of footnotes.
 *
 * @param elements all elements of the page, changed in place
 * @returns the number of moved notes
 */
export function moveInlineNotes(elements: readonly PageElement[]): number {
  const notes = elements.filter((element) => isInlineNote(element)).slice(0, MAX_NOTES)
  const items = notes.flatMap((note, at) => {
    const content = firstElements(note, MAX_SEARCHED_ELEMENTS).find((one) => hasClass(one, 'ltx_note_content'))
    const isCustom = note.tagName.includes('-')
    return content === undefined && !isCustom ? [] : [movedNote(note, content ?? note, at + 1)]
  })
  const end =
    elements.find(({ tagName }) => tagName === 'article') ?? elements.find(({ tagName }) => tagName === 'body')
  if (items.length > 0 && end !== undefined)
    setChildren(end, [...end.childNodes, createElement('ol', { class: 'footnotes' }, items)])
  return items.length
}

/** Matches names of custom elements for notes in a sentence, such as `d-footnote`. */
const NOTE_TAG = /-(?:foot|end)note$/

function isInlineNote(element: PageElement): boolean {
  if (element.tagName.includes('-')) return NOTE_TAG.test(element.tagName) && element.childNodes.length > 0
  if (element.tagName !== 'span' || attributeOf(element, 'class')?.startsWith('ltx_note') !== true) return false
  return hasClass(element, 'ltx_role_footnote') || hasClass(element, 'ltx_role_endnote')
}

/** Replaces a note by a reference. @returns the item for the list of notes */
function movedNote(note: PageElement, content: PageElement, number: number): PageElement {
  const id = `footnote-moved-${number}`
  const text = content.childNodes.filter((node) => !isMark(node))
  const link = createElement('a', { href: `#${id}` }, [createText(String(number))])
  note.tagName = note.nodeName = 'sup'
  note.attrs = []
  setChildren(note, [link])
  return createElement('li', { id }, text)
}

function isMark(node: PageNode): boolean {
  return isElement(node) && MARKS.some((name) => hasClass(node, name))
}
