import { namesOf } from '../dom/class-name-hints.ts'
import {
  attributeOf,
  elementsOf,
  findElement,
  firstElements,
  isElement,
  isText,
  setAttribute,
  textOf,
  type PageElement,
  type PageNode,
  type PageParent,
} from '../dom/page-tree.ts'
import { linkDensity, type Measures } from '../dom/text-measures.ts'
import { hidingOf } from './is-hidden.ts'
import { isPanelOfButtons } from './panels-of-buttons.ts'
import { isRepeatedPanel } from './repeated-panels.ts'

/** Roles of parts that cover the page or open above it. Their text belongs to the site, not to the article. */
const OTHER_ROLES = new Set('dialog alertdialog menu menubar listbox tooltip alert status navigation search'.split(' '))
const OTHER_ELEMENTS = new Set('nav menu dialog form aside'.split(' '))
/** Elements around the controls of a site's menus. */
const SITE_PARTS = new Set(['nav', 'menu', 'footer'])
const OTHER_NAME =
  /(?:^|[\s_-])(?:modal|popup|pop-?over|lightbox|tooltip|drop-?down|menu|nav|drawer|off-?canvas|cloned?|duplicate|overlay|cookies?|consent|share|sharing|search|login|sign-?in)(?=$|[\s_-])/i
/** Minimum number of characters for each field or button. Folded boxes with fewer are forms. */
const MIN_TEXT_PER_INPUT = 100
/** Maximum share of the text that may be in links. Folded boxes with more are menus. */
const MAX_LINKED = 0.5
const MAX_CLIMB = 30
/** Maximum number of elements of a control that are searched. A control is small. */
const MAX_CONTROL_PARTS = 12
/** Maximum length in characters of the line or control above a folded text. A longer one is another part of the page. */
const MAX_QUESTION = 400
const CONTROL_NAME = /accordion|toggle|collaps|expand|faq|question|spoiler|reveal/i
/** Attributes in which a control names the element that it opens, with or without `#`. */
const TARGET_ATTRIBUTES = new Set([
  'aria-controls',
  'data-target',
  'data-bs-target',
  'data-toggle-target',
  'data-collapse',
  'popovertarget',
])
/** Length of the shortest of these names. Most attributes have shorter ones. */
const MIN_ATTRIBUTE = 'data-target'.length

/** The controls of a page, without those of menus, by the ids of the elements that they open. */
export type Controls = ReadonlyMap<string, PageElement>

/** @returns the controls below the root */
export function controlsIn(root: PageParent): Controls {
  const controls = new Map<string, PageElement>()
  for (const element of elementsOf(root)) {
    const targets = targetsOf(element)
    if (targets.length === 0 || isInSitePart(element)) continue
    for (const target of targets) controls.set(target, element)
  }
  return controls
}

function targetsOf(element: PageElement): readonly string[] {
  let targets: string[] = NO_TARGETS
  for (const { name, value } of element.attrs)
    if (
      (name.length >= MIN_ATTRIBUTE && TARGET_ATTRIBUTES.has(name)) ||
      (name === 'href' && isFoldingLink(element, value))
    )
      targets = [...targets, ...value.slice(0, 300).split(/[\s,#]+/)]
  return targets === NO_TARGETS ? NO_TARGETS : targets.filter((target) => target !== '')
}

const NO_TARGETS: string[] = []

/** @returns whether a link to a place of the page is the control of a folded box */
function isFoldingLink(element: PageElement, address: string): boolean {
  return address.startsWith('#') && (isControl(element) || attributeOf(element, 'data-toggle') === 'tab')
}

/**
 * Removes the address of links that only fold a text, so that they count as text: `<a data-toggle="collapse" href="#a1">`.
 * Links to other tabs stay.
 *
 * @param elements all elements of the page, changed in place
 */
export function unlinkControls(elements: readonly PageElement[]): void {
  for (const element of elements) {
    const href = element.tagName === 'a' ? attributeOf(element, 'href') : undefined
    if (href === undefined || !/^(?:#|javascript:)/i.test(href) || isTab(element)) continue
    // An id in a table of contents repeats the heading that it leads to, such as "frequently-asked-questions".
    const isNamedControl = CONTROL_NAME.test(attributeOf(element, 'class') ?? '')
    if ((isControl(element) || isNamedControl) && !isInSitePart(element)) setAttribute(element, 'href', undefined)
  }
}

function isTab(element: PageElement): boolean {
  const kind = attributeOf(element, 'data-toggle') ?? attributeOf(element, 'data-bs-toggle')
  return kind === 'tab' || kind === 'pill' || attributeOf(element, 'role') === 'tab'
}

function isControl(element: PageElement): boolean {
  if (element.tagName === 'button' || element.tagName === 'summary') return true
  if (attributeOf(element, 'role') === 'button' || attributeOf(element, 'aria-expanded') !== undefined) return true
  return ['collapse', 'tab', 'pill', 'toggle'].includes(
    attributeOf(element, 'data-toggle') ?? attributeOf(element, 'data-bs-toggle') ?? '',
  )
}

function isInSitePart(element: PageElement): boolean {
  let parent: PageParent | null = element
  for (let i = 0; i < MAX_CLIMB && parent !== null && isElement(parent); i++) {
    if (SITE_PARTS.has(parent.tagName) || attributeOf(parent, 'role') === 'navigation') return true
    parent = parent.parentNode
  }
  return false
}

/** What opens a folded text. */
interface Folding {
  /** The control, if it is known and stands outside of headings. It contains the question. */
  readonly control: PageElement | undefined
}

/**
 * @param element a hidden element
 * @param measure returns its measures
 * @param controls returns the controls of the page
 * @returns how readers can open the element, if it is the answer below a question or the panel of a tab; undefined for
 *   other hidden elements, such as a paragraph without a control
 */
export function foldingOf(
  element: PageElement,
  measure: () => Measures,
  controls: () => Controls,
): Folding | undefined {
  if (isOtherPart(element)) return undefined
  const folding = openingOf(element, attributeOf(element, 'role'), controls)
  return folding !== undefined && (isFoldedText(measure()) || isCode(element, measure())) ? folding : undefined
}

/** @returns whether an element may be the text that a control before it opens, and not a menu, a form or a dialog */
export function isFoldable(element: PageElement, measure: () => Measures): boolean {
  return !isOtherPart(element) && isFoldedText(measure())
}

function isOtherPart(element: PageElement): boolean {
  const role = attributeOf(element, 'role')
  if (OTHER_ELEMENTS.has(element.tagName) || (role !== undefined && OTHER_ROLES.has(role))) return true
  if (OTHER_NAME.test(namesOf(element)) && !isNamed(element)) return true
  return isInSitePart(element) || isMostlyForm(element)
}

/** @returns whether most of the text is in a form. Its labels and lists of options can be as long as an answer. */
export function isMostlyForm(element: PageElement): boolean {
  const form = findElement(element, ({ tagName }) => tagName === 'form')
  return form !== undefined && textOf(form, Infinity).length * 2 > textOf(element, Infinity).length
}

/** @returns whether an element is a dialog, which covers the page when it opens */
export function isDialog(element: PageElement): boolean {
  const role = attributeOf(element, 'role')
  return element.tagName === 'dialog' || role === 'dialog' || role === 'alertdialog'
}

function isFoldedText(inside: Measures): boolean {
  const { text, inputs } = inside
  return text > 0 && text >= inputs * MIN_TEXT_PER_INPUT && linkDensity(inside) <= MAX_LINKED
}

/** Maximum number of buttons for each block of code, such as those that copy and wrap it. */
const MAX_BUTTONS = 3

/** @returns whether the element contains code, and no more buttons than the code needs */
function isCode(element: PageElement, { inputs }: Measures): boolean {
  const code = inputs === 0 ? [] : firstElements(element, MAX_CODE_PARTS).filter(({ tagName }) => tagName === 'pre')
  return code.length > 0 && inputs <= code.length * MAX_BUTTONS && !hasField(element)
}

/** Number of elements that are searched for code. */
const MAX_CODE_PARTS = 3000
const FIELDS = new Set(['input', 'select', 'form'])

function hasField(element: PageElement): boolean {
  return findElement(element, ({ tagName }) => FIELDS.has(tagName)) !== undefined
}

function openingOf(element: PageElement, role: string | undefined, controls: () => Controls): Folding | undefined {
  const id = attributeOf(element, 'id')
  const control = id === undefined ? undefined : controls().get(id)
  if (control !== undefined) return { control }
  const before = elementBefore(element)
  if (before !== undefined && isControlOf(before, element)) return { control: before }
  if (isOpenedByButtonAfter(element) || showsRest(before)) return { control: undefined }
  return isMarkedPanel(element, role) || isOneOfPanels(element) ? { control: undefined } : undefined
}

function isMarkedPanel(element: PageElement, role: string | undefined): boolean {
  const isRegion = role === 'region' && attributeOf(element, 'aria-labelledby') !== undefined
  return role === 'tabpanel' || isRegion || attributeOf(element, 'hidden')?.toLowerCase() === 'until-found'
}

function isOneOfPanels(element: PageElement): boolean {
  return isRepeatedPanel(element) || isPanelOfButtons(element)
}

/** Matches labels of buttons that show the rest of a text, in common languages. */
const SHOWS_REST =
  /^(?:(?:show|read|see|view) (?:more|all|on)|(?:continue|keep) reading|mehr (?:anzeigen|lesen)|weiterlesen|(?:voir|lire|afficher) (?:plus|la suite)|(?:ver|leer|mostrar|ler|leia) m[aá]is?|seguir leyendo|continuar lendo|mostra (?:altro|di più)|leggi (?:tutto|di più)|lees (?:meer|verder)|meer (?:lezen|tonen)|czytaj (?:więcej|dalej)|читать (?:далее|полностью)|続きを読む|もっと見る|全文を読む|(?:展开|閱讀|阅读|查看)(?:更多|全文|剩余(?:内容|全文)?)?|더 ?보기)(?=$|[\s.…»>›→▾▼+])/iu

/**
 * @returns whether a button after a text, or after the paragraph that ends with it, opens it, such as "Read more" below the
 *   start of a story, with or without a box of its own
 */
function isOpenedByButtonAfter(element: PageElement): boolean {
  const next = nodeAfter(element)
  if (next === undefined || !isElement(next)) return false
  if (!isButton(next)) return showsRest(next)
  const label = textOf(next, MAX_QUESTION).trim()
  return attributeOf(next, 'aria-expanded') === 'false' || SHOWS_REST.test(label)
}

const MAX_LABEL = 40

/** @returns whether an element is nothing but a label that shows the rest of a text, and no link to another page */
function showsRest(element: PageElement | undefined): boolean {
  if (element === undefined) return false
  const label = textOf(element, MAX_LABEL + 1).trim()
  if (label.length > MAX_LABEL || !SHOWS_REST.test(label)) return false
  return [element, ...firstElements(element, MAX_CONTROL_PARTS)].every((part) => part.tagName !== 'a' || isButton(part))
}

/** @returns whether an element is a button, or a link that only runs a script */
function isButton(element: PageElement): boolean {
  if (element.tagName === 'button' || attributeOf(element, 'role') === 'button') return true
  return element.tagName === 'a' && /^(?:#$|javascript:|$)/i.test(attributeOf(element, 'href') ?? '')
}

/** @returns the node after this one, or after the paragraph or line that it ends; undefined if nothing follows */
function nodeAfter(element: PageElement): PageNode | undefined {
  let at: PageElement = element
  for (let level = 0; level < 2; level++) {
    const parent: PageParent | null = at.parentNode
    const siblings = parent?.childNodes ?? []
    const next = siblings
      .slice(siblings.indexOf(at) + 1)
      .find((node) => isElement(node) || (isText(node) && node.value.trim() !== ''))
    if (next !== undefined || parent === null || !isElement(parent)) return next
    at = parent
  }
  return undefined
}

/** @returns the element before this one, or before the boxes that contain only this one; undefined after text */
function elementBefore(element: PageElement): PageElement | undefined {
  let at: PageElement = element
  for (let i = 0; i < 3; i++) {
    const parent: PageParent | null = at.parentNode
    if (parent === null) return undefined
    const siblings = parent.childNodes
    for (let index = siblings.indexOf(at) - 1; index >= 0; index--) {
      const sibling = siblings[index]!
      if (isElement(sibling)) return sibling
      if (isText(sibling) && sibling.value.trim() !== '') return undefined
    }
    if (!isElement(parent)) return undefined
    at = parent
  }
  return undefined
}

/**
 * @returns whether an element before a hidden one opens it: a button, or a heading or a line in a box that is named
 * after its folded parts
 */
function isControlOf(before: PageElement, hidden: PageElement): boolean {
  if (textOf(before, MAX_QUESTION + 1).length > MAX_QUESTION || hidingOf(before) === 'removed') return false
  const parts = [before, ...firstElements(before, MAX_CONTROL_PARTS)]
  // The buttons of a block of code copy it, and a row of tabs is the control of no single panel.
  if (parts.some((part) => part.tagName === 'pre' || attributeOf(part, 'role') === 'tablist')) return false
  return (
    parts.some((part) => isControl(part)) ||
    [before, hidden, hidden.parentNode].some((part) => part && isElement(part) && isNamed(part))
  )
}

function isNamed(element: PageElement): boolean {
  return CONTROL_NAME.test(namesOf(element))
}
