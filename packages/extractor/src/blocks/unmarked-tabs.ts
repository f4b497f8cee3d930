import { namesOf } from '../dom/class-name-hints.ts'
import { cleanText } from '../dom/clean-text.ts'
import type { ElementList } from '../dom/element-list.ts'
import {
  attributeOf,
  firstElements,
  isElement,
  isText,
  visibleTextOf,
  type PageElement,
  type PageNode,
  type PageParent,
} from '../dom/page-tree.ts'
import { groupBy } from '../dom/group-by.ts'

const MAX_TABS = 20
const MAX_LABEL = 60
/** Number of boxes between a tab and the list of all tabs. */
const MAX_LEVELS_UP = 3
const TAB_NAME = /(?:^|[\s_-])tabs?(?=$|[\s_-])/i
const TARGETS = ['href', 'data-bs-target', 'data-target', 'aria-controls']

/** A list of tabs, and their panels in the same order. */
interface Tabs {
  readonly list: PageElement
  readonly labels: readonly string[]
  readonly panels: readonly PageElement[]
}

/**
 * Finds tabs without roles: links and buttons that name their panels, as those of Bootstrap, and labels of radio buttons
 * above as many panels, as those of MkDocs; and a box of nothing but a list of labels and as many panels in the same order.
 *
 * @param elements the elements of the page
 */
export function unmarkedTabs(elements: ElementList): Tabs[] {
  return [...tabsWithTargets(elements), ...tabsWithRadioButtons(elements), ...tabsByPlace(elements.all)].filter(
    ({ labels, panels }) => panels.length > 1 && panels.length <= MAX_TABS && !labels.includes(''),
  )
}

function tabsWithTargets(elements: ElementList): Tabs[] {
  const tabs = [...elements.named('a'), ...elements.named('button')].filter(isTab)
  if (tabs.length < 2) return []
  const byId = new Map(elements.withAttribute('id').map((element) => [attributeOf(element, 'id'), element] as const))
  const panelOf = (tab: PageElement): PageElement | undefined => byId.get(targetOf(tab) ?? '')
  // All panels of a list have the same parent.
  const groups = groupBy(tabs, (tab) => panelOf(tab)?.parentNode)
  return [...groups].flatMap(([parent, group]) => {
    const list = parent ? boxAround(group) : undefined
    const panels = group.flatMap((tab) => panelOf(tab) ?? [])
    const areDistinct = new Set(panels).size === group.length
    return list && areDistinct ? [{ list, labels: group.map(labelOf), panels }] : []
  })
}

/** @returns whether a link or button is a tab: by an attribute of Bootstrap and similar libraries, or by the name of its list */
function isTab(element: PageElement): boolean {
  const toggle = attributeOf(element, 'data-toggle') ?? attributeOf(element, 'data-bs-toggle')
  if (toggle !== undefined) return toggle === 'tab' || toggle === 'pill'
  const { parentNode } = element
  const list = parentNode?.nodeName === 'li' ? (parentNode as PageElement).parentNode : parentNode
  return list !== null && isElement(list) && TAB_NAME.test(namesOf(list)) && targetOf(element) !== undefined
}

/** @returns the id of the panel of a tab; undefined for links to other pages */
function targetOf(tab: PageElement): string | undefined {
  for (const name of TARGETS) {
    const value = attributeOf(tab, name)
    const id = name === 'aria-controls' ? value : value?.split('#', 2)[1]
    if (id) return id
  }
  return undefined
}

/** @returns the innermost box around all tabs that contains no other text; undefined if there is none */
function boxAround(tabs: readonly PageElement[]): PageElement | undefined {
  const text = tabs.map(labelOf).join('')
  let box: PageParent | null = tabs[0]!.parentNode
  for (let level = 0; level < MAX_LEVELS_UP && box !== null && isElement(box); level++) {
    if (visibleTextOf(box).replaceAll(/\s/g, '') === text.replaceAll(/\s/g, '')) return box
    box = box.parentNode
  }
  return undefined
}

function labelOf(tab: PageElement): string {
  return cleanText(visibleTextOf(tab), MAX_LABEL) ?? ''
}

function isRadio(element: PageElement): boolean {
  return element.tagName === 'input' && attributeOf(element, 'type')?.toLowerCase() === 'radio'
}

function tabsWithRadioButtons(elements: ElementList): Tabs[] {
  const radios = new Set(
    elements
      .named('input')
      .filter(isRadio)
      .map((radio) => attributeOf(radio, 'id')),
  )
  if (radios.size < 2) return []
  const groups = groupBy(
    elements.named('label').filter((label) => radios.has(attributeOf(label, 'for'))),
    ({ parentNode }) => parentNode,
  )
  return [...groups].flatMap(([list, group]) => {
    if (list === null || !isElement(list)) return []
    const others = childrenOf(list).filter((child) => !isRadio(child))
    if (others.length !== group.length) return []
    const panels = childrenOf(elementAfter(list))
    return panels.length === group.length ? [{ list, labels: group.map(labelOf), panels }] : []
  })
}

function childrenOf(parent: PageElement | undefined): PageElement[] {
  return (parent?.childNodes ?? []).filter(isElement)
}

function elementAfter(element: PageElement): PageElement | undefined {
  const siblings: readonly PageNode[] = element.parentNode?.childNodes ?? []
  return siblings.slice(siblings.indexOf(element) + 1).find(isElement)
}

const LABEL_LISTS = new Set(['ul', 'ol', 'div', 'nav'])
const LABELS = new Set(['li', 'button', 'a', 'div', 'span'])
/** Maximum length in characters of a label that only its place marks. */
const MAX_SHORT_LABEL = 30
/** Words in class names that differ between the tab that is open and the others. */
const OPEN_NAME =
  /(?:^|\s)(?:(?:is-)?(?:active|current|open|selected|on|show|shown|visible|first)|[\w-]{1,80}--(?:not-|in|tab-)?(?:active|current|open|selected|hidden|visible))(?=\s|$)/gi

/**
 * @returns boxes with two elements: a list of short labels without links to other pages, and as many panels of one kind;
 *   and boxes with a list of buttons and as many panels beside it
 */
function tabsByPlace(elements: readonly PageElement[]): Tabs[] {
  const boxesOfSeveral = elements.filter(({ childNodes }) => childNodes.length > 1)
  return boxesOfSeveral.flatMap((parent) => {
    const [list, box] = pairIn(parent)
    if (list === undefined || box === undefined) return tabsAbovePanels(parent)
    if (!LABEL_LISTS.has(list.tagName) || hasOwnText(list) || hasOwnText(box)) return []
    return tabsOf(list, childrenOf(box))
  })
}

function tabsOf(list: PageElement, panels: readonly PageElement[]): Tabs[] {
  const tabs = childrenOf(list)
  return areTabs(tabs, panels) ? [{ list, labels: tabs.map(labelOf), panels }] : []
}

function tabsAbovePanels(parent: PageElement): Tabs[] {
  const first = parent.childNodes.find(isElement)
  // A quick test: hardly any box starts with a row of buttons.
  if (first?.childNodes.find(isElement)?.tagName !== 'button' || parent.childNodes.length > 4 * MAX_TABS) return []
  const [list, ...panels] = childrenOf(parent)
  if (hasOwnText(parent) || panels.length < 2) return []
  return childrenOf(list!).every(({ tagName }) => tagName === 'button') ? tabsOf(list!, panels) : []
}

const NO_PAIR: readonly PageElement[] = []

/** @returns the elements in a box that contains exactly two of them and no text of its own; empty for others */
function pairIn({ childNodes }: PageElement): readonly PageElement[] {
  let [first, second]: (PageElement | undefined)[] = []
  for (const node of childNodes) {
    if (isText(node) && node.value.trim() !== '') return NO_PAIR
    if (!isElement(node)) continue
    if (second !== undefined) return NO_PAIR
    if (first === undefined) first = node
    else second = node
  }
  return first === undefined || second === undefined ? NO_PAIR : [first, second]
}

function areTabs(tabs: readonly PageElement[], panels: readonly PageElement[]): boolean {
  if (tabs.length < 2 || tabs.length > MAX_TABS || tabs.length !== panels.length) return false
  return areAlike(tabs) && areAlike(panels) && tabs.every(isShortLabel) && panels.every(isPanel)
}

function hasOwnText({ childNodes }: PageElement): boolean {
  return childNodes.some((node) => isText(node) && node.value.trim() !== '')
}

function areAlike(elements: readonly PageElement[]): boolean {
  const kinds = elements.map(({ tagName, attrs }) => {
    const names = attrs.find(({ name }) => name === 'class')?.value ?? ''
    return `${tagName} ${names.replaceAll(OPEN_NAME, '').trim()}`
  })
  return new Set(kinds).size === 1
}

function isShortLabel(tab: PageElement): boolean {
  const parts = [tab, ...firstElements(tab, MAX_LABEL_PARTS + 1)]
  if (!LABELS.has(tab.tagName) || parts.length > MAX_LABEL_PARTS || !parts.every(isPlainPart)) return false
  const label = visibleTextOf(tab).trim()
  return label !== '' && label.length <= MAX_SHORT_LABEL && !/[.!?:]$/.test(label)
}

/** Number of elements in a label that are examined. */
const MAX_LABEL_PARTS = 6
const LABEL_PARTS = new Set(['a', 'button', 'span', 'b', 'strong', 'i', 'li', 'div', 'svg', 'code'])

function isPlainPart(part: PageElement): boolean {
  const href = part.tagName === 'a' ? attributeOf(part, 'href') : undefined
  return LABEL_PARTS.has(part.tagName) && (href === undefined || /^(?:#|javascript:)/i.test(href))
}

/** @returns whether a box has more text than a label, and does not start with a heading, as cards do */
function isPanel(panel: PageElement): boolean {
  if (!PANELS.has(panel.tagName)) return false
  const inner = [panel, ...firstElements(panel, MAX_PANEL_PARTS)]
  if (inner[1] !== undefined && /^h[1-6]$/.test(inner[1].tagName)) return false
  const texts = inner.flatMap(({ childNodes }) => childNodes.filter(isText))
  return texts.reduce((sum, { value }) => sum + value.trim().length, 0) > MIN_PANEL
}

const PANELS = new Set(['div', 'section', 'li'])
/** Number of elements in a panel that are searched for text. */
const MAX_PANEL_PARTS = 100
/** Minimum length in characters of the text of a panel. */
const MIN_PANEL = 8
