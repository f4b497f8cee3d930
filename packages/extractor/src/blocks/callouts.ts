import { namesOf } from '../dom/class-name-hints.ts'
import type { ElementList } from '../dom/element-list.ts'
import {
  attributeOf,
  createElement,
  createText,
  elementsOf,
  findElement,
  firstElements,
  isElement,
  isText,
  setChildren,
  textOf,
  type PageElement,
  type PageNode,
} from '../dom/page-tree.ts'
import { isBlock, linkDensity, measureTree } from '../dom/text-measures.ts'

/** Matches class names of note and warning boxes in common publishing systems. */
const CALLOUT_BOX =
  /(?:^|\s)(?:admonition|theme-admonition|admonitionblock|markdown-alert|custom-block|callout|call-out|kg-callout-card|[a-z]{2,20}-callout(?:-block)?|wp-block-callout|note-box|info-?box-note|alert-warning|alert-danger)(?=$|\s)/i
const BOXES = new Set(['div', 'aside', 'section', 'figure', 'blockquote'])
const CALLOUT_TITLE =
  /(?:^|[\s_-])(?:admonition-?(?:title|heading)|markdown-alert-title|custom-block-title|call-?out-?title(?:-inner)?|alert-title)(?=$|[\s_-])|admonitionheading/i
const CALLOUT_KIND =
  /(?:^|[\s_-])(note|tip|info|hint|important|warning|caution|danger|attention|seealso|error|success|example)(?=$|[\s_-])/i
/** Matches class names of Bootstrap. Such boxes show no title, or have it in their text. */
const UNTITLED_BOX = /(?:^|\s)alert-(?:warning|danger)(?=$|\s)/i
const ICON_CELL = /(?:^|\s)icon(?=$|\s)/i
/** Maximum number of characters of a class or id that are examined. */
const MAX_NAMES = 300
const MAX_TEXT = 5000
const MAX_PARTS = 500
const MAX_TITLE = 120
const MAX_LINKS = 0.5

/**
 * Turns boxes with notes and warnings into quotations with a bold title, which every reader can show.
 *
 * @param elements the elements of the page, changed in place
 * @returns the number of boxes
 */
export function quoteCallouts(elements: ElementList): number {
  const named = new Set([
    ...CALLOUT_NAMES.flatMap((pattern) => elements.withClass(pattern)),
    ...elements.withAttribute('id').filter(hasCalloutId),
  ])
  if (named.size === 0) return 0
  const boxes = elements.all.filter((element) => named.has(element) && isBox(element))
  const inside = new Set<PageElement>()
  let count = 0
  for (const box of boxes) {
    if (inside.has(box) || !isCallOut(box)) continue
    for (const inner of elementsOf(box)) inside.add(inner)
    quote(box)
    count += 1
  }
  return count
}

function isCalloutClass(classes: string): boolean {
  return CALLOUT_BOX.test(classes.slice(0, MAX_NAMES))
}

function hasCalloutId(element: PageElement): boolean {
  return CALLOUT_BOX.test(attributeOf(element, 'id')?.slice(0, MAX_NAMES) ?? '')
}

function isBox(element: PageElement): boolean {
  if (!BOXES.has(element.tagName)) return false
  const isNamed = isCalloutClass(attributeOf(element, 'class') ?? '') || hasCalloutId(element)
  return isNamed || isTitledNote(element) || noteTitleNamedAfter(element) !== undefined
}

/** Matches class names that are the kind of a note as a whole, such as "alert is-info" or "IMPORTANT". */
const NOTE_NAME =
  /(?:^|\s)(?:is-|alert-)?(?:alert|note|tip|info|hint|important|warning|caution|danger|attention|notice)(?=$|\s)/i
const NOTE_WORDS =
  'note|tip|info|information|hint|important|warning|caution|danger|attention|hinweis|tipp' +
  '|wichtig|warnung|achtung|vorsicht|remarque|astuce|conseil|avertissement|nota|consejo|importante|advertencia' +
  '|atención|avviso|suggerimento|attenzione|dica|aviso|atenção|opmerking|waarschuwing|uwaga|примечание|внимание' +
  '|важно|совет|注意|警告|提示|メモ|ヒント|重要'
/** Matches titles of notes. */
const NOTE_TITLE = new RegExp(`^(?:${NOTE_WORDS})[:!：！]?$`, 'iu')
const NOTE_START = new RegExp(String.raw`^\s*(?:${NOTE_WORDS})\s?[:!：！]`, 'iu')

/** @returns whether a text says that it is a note: "Tip: bring a lamp." */
export function startsLikeNote(text: string): boolean {
  return NOTE_START.test(text)
}

function isNoteClass(classes: string): boolean {
  return NOTE_NAME.test(classes.slice(0, MAX_NAMES))
}

/** @returns whether a box named after a kind of note starts with the title of one */
function isTitledNote(element: PageElement): boolean {
  const names = element.attrs.find(({ name }) => name === 'class')?.value
  if (names === undefined || !isNoteClass(names)) return false
  const [title, text] = element.childNodes.filter(isElement)
  if (title === undefined || text === undefined || !isBlock(title)) return false
  return NOTE_TITLE.test(textOf(title, MAX_TITLE).replaceAll(/\s+/g, ' ').trim())
}

/**
 * @returns whether the box contains a note. Some sites give advertisements the same class names; boxes with forms or
 * many links are therefore excluded.
 */
function isCallOut(box: PageElement): boolean {
  if (firstElements(box, MAX_PARTS).length >= MAX_PARTS) return false
  const inside = measureTree(box, new Set()).get(box)!
  return inside.text > 0 && inside.text <= MAX_TEXT && inside.inputs === 0 && linkDensity(inside) <= MAX_LINKS
}

function quote(box: PageElement): void {
  const title = removeTitle(box)
  const names = namesOf(box)
  const kind = UNTITLED_BOX.test(names) ? undefined : CALLOUT_KIND.exec(names)?.[1]?.toLowerCase()
  const text = title ?? (kind && `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`)
  const head = text ? [createElement('p', {}, [createElement('strong', {}, [createText(text)])])] : []
  box.tagName = box.nodeName = 'blockquote'
  box.attrs = []
  setChildren(box, [...head, ...wrapInParagraph(flatTable(box))])
}

function isNoteTitle(element: PageElement, box: PageElement): boolean {
  return (
    element.parentNode === box &&
    isBlock(element) &&
    NOTE_TITLE.test(textOf(element, MAX_TITLE).replaceAll(/\s+/g, ' ').trim())
  )
}

/** Matches a class name that is a kind of note, alone or after another name: "hint tip", "aside--caution", "alert-note". */
const KIND_NAME =
  /(?:^|\s|--|(?:^|\s)(?:alert|callout|admonition)-)(?:note|tip|hint|info|important|warning|caution|danger|attention)(?=$|\s)/i
const CALLOUT_NAMES = [CALLOUT_BOX, NOTE_NAME, KIND_NAME]
const TITLE_SUFFIX = /(?:__|--?)(?:title|heading|header|label)$/i
/** Minimum length in characters of a name after which a title is named. */
const MIN_NAME = 4

function isKindClass(classes: string): boolean {
  return KIND_NAME.test(classes.slice(0, MAX_NAMES))
}

/**
 * @returns the first part of a box if the box is named after a kind of note, and this part is its title by its name:
 *   `<div class="hint-box tip"><p class="hint-box-title">`
 */
function noteTitleNamedAfter(box: PageElement): PageElement | undefined {
  const classes = attributeOf(box, 'class')
  if (classes === undefined || !isKindClass(classes)) return undefined
  const title = box.childNodes.find(isElement)
  if (title === undefined || title.tagName.startsWith('h') || !isBlock(title)) return undefined
  const names = classes.split(/\s+/).filter((name) => name.length >= MIN_NAME && !KIND_NAME.test(name))
  const titleNames = attributeOf(title, 'class')?.slice(0, MAX_NAMES).split(/\s+/) ?? []
  const isNamedAfterBox = titleNames.some(
    (name) => TITLE_SUFFIX.test(name) && names.includes(name.replace(TITLE_SUFFIX, '')),
  )
  return isNamedAfterBox ? title : undefined
}

function removeTitle(box: PageElement): string | undefined {
  const named = noteTitleNamedAfter(box)
  const title =
    named ??
    findElement(
      box,
      (element) =>
        element.tagName === 'summary' ||
        isNoteTitle(element, box) ||
        CALLOUT_TITLE.test(namesOf(element)) ||
        ICON_CELL.test(namesOf(element)),
    )
  if (title === undefined) return undefined
  const text = textOf(title, MAX_TITLE * 2)
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (text.length > MAX_TITLE || title.parentNode === null) return undefined
  title.parentNode.childNodes = title.parentNode.childNodes.filter((child) => child !== title)
  return text === '' ? undefined : text
}

/**
 * @returns the content of the box. If the box contains only a layout table, such as one with an icon and a text,
 * returns the content of its cells
 */
function flatTable(box: PageElement): readonly PageNode[] {
  const elements = box.childNodes.filter(isElement)
  const table = elements.length === 1 && elements[0]?.tagName === 'table' ? elements[0] : undefined
  if (table === undefined) return box.childNodes
  return elementsOf(table)
    .filter(({ tagName }) => tagName === 'td')
    .flatMap((cell) => cell.childNodes)
}

function wrapInParagraph(nodes: readonly PageNode[]): readonly PageNode[] {
  const hasBlocks = nodes.some((node) => isElement(node) && isBlock(node))
  const isEmpty = nodes.every((node) => isText(node) && node.value.trim() === '')
  return hasBlocks || isEmpty ? nodes : [createElement('p', {}, nodes)]
}
