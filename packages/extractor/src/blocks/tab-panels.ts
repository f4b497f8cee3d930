import { cleanText } from '../dom/clean-text.ts'
import { ElementList } from '../dom/element-list.ts'
import { unmarkedTabs } from './unmarked-tabs.ts'
import {
  attributeOf,
  createElement,
  createText,
  detachNode,
  findElements,
  firstElements,
  isElement,
  setAttribute,
  setChildren,
  textOf,
  visibleTextOf,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'

const MAX_LISTS = 50
const MAX_TABS = 20
const MAX_LABEL = 60
/** Number of elements at the start of a panel in which its name may be repeated. */
const MAX_FIRST = 4
const HEADINGS = new Set('h1 h2 h3 h4 h5 h6 strong'.split(' '))
/** Level of the heading that the name of a tab becomes, so that its panel keeps it. */
const HEADING = 'h4'
/**
 * Limits of the search for the panels that belong to a list of tabs: the number of ancestors of the list that are
 * searched, and the number of elements in each ancestor. Panels beyond these limits are not found.
 */
const MAX_CLIMB = 3
const MAX_ELEMENTS = 3000

/**
 * Makes all tab panels visible, each below a heading with the name of its tab: those with the WAI-ARIA roles `tablist`, `tab` and
 * `tabpanel`, and those without roles (see `unmarkedTabs`). Browsers
 * show only one of them at a time. Panels usually contain the same code in several languages.
 *
 * @param root the page's tree, changed in place
 * @param elements the elements of the tree
 * @returns the number of named panels
 */
export function nameTabPanels(root: PageParent, elements: ElementList = new ElementList(root)): number {
  const lists = elements.withAttribute('role').filter((element) => roleOf(element) === 'tablist')
  const spent = new Set<PageElement>()
  let named = 0
  for (const list of lists.slice(0, MAX_LISTS)) {
    const labels = labelsOf(list)
    const panels = labels.length < 2 ? [] : panelsOf(list, labels.length)
    if (panels.length === 0) continue
    for (const [i, panel] of panels.entries()) namePanel(panel, labels[i]!)
    spent.add(list)
    named += panels.length
  }
  for (const { list, labels, panels } of unmarkedTabs(elements)) {
    if (spent.has(list)) continue
    for (const [i, panel] of panels.entries()) namePanel(panel, labels[i]!)
    spent.add(list)
    named += panels.length
  }
  detachNode(root, spent)
  return named
}

/** @returns the names of tabs; empty texts if they are only numbered, as the dots below slides are */
function labelsOf(list: PageElement): string[] {
  const tabs = findElements(list, (element) => roleOf(element) === 'tab')
  const labels = tabs.length > MAX_TABS ? [] : tabs.map((tab) => cleanText(visibleTextOf(tab), MAX_LABEL) ?? '')
  return labels.every((label, index) => label === String(index + 1)) ? labels.map(() => '') : labels
}

/**
 * @returns the panels that belong to a list of tabs: those in the nearest ancestor of the list that contains panels, or if it
 * contains those of several lists, those in the box after the list. Empty if the numbers of panels and tabs differ
 */
function panelsOf(list: PageElement, count: number): PageElement[] {
  let box: PageParent | null = list.parentNode
  for (let i = 0; i < MAX_CLIMB && box !== null && isElement(box); i++) {
    const panels = outermostPanels(box)
    if (panels.length > 0) return panels.length === count ? panels : panelsAfter(list, panels, box, count)
    box = box.parentNode
  }
  return []
}

/** @returns the panels in the element directly after the list */
function panelsAfter(
  list: PageElement,
  panels: readonly PageElement[],
  box: PageElement,
  count: number,
): PageElement[] {
  const children = box.childNodes.filter(isElement)
  const next = children[children.indexOf(list) + 1]
  const found = children.includes(list) ? panels.filter(({ parentNode }) => parentNode === next) : []
  return found.length === count ? found : []
}

/** @returns the panels that are not within another panel */
function outermostPanels(box: PageElement): PageElement[] {
  const inside = new Set<PageParent>()
  return firstElements(box, MAX_ELEMENTS).filter((element) => {
    const isPanel = roleOf(element) === 'tabpanel'
    const isInside = element.parentNode !== null && inside.has(element.parentNode)
    if (isPanel || isInside) inside.add(element)
    return isPanel && !isInside
  })
}

function namePanel(panel: PageElement, label: string): void {
  setAttribute(panel, 'hidden', undefined)
  // Some pages repeat the name in the panel, for narrow windows.
  if (label === '' || firstElements(panel, MAX_FIRST).some((one) => isHeadingWith(one, label))) return
  setChildren(panel, [createElement(HEADING, {}, [createText(label)]), ...panel.childNodes])
}

function roleOf(element: PageElement): string | undefined {
  return attributeOf(element, 'role')
}

function isHeadingWith(element: PageElement, text: string): boolean {
  return HEADINGS.has(element.tagName) && textOf(element, MAX_LABEL + 1).trim() === text
}
