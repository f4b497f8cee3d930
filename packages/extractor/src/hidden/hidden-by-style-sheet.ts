import type { ElementList } from '../dom/element-list.ts'
import { attributeOf, isElement, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { readStyleRules, scriptsIn, type StyleRules } from './style-rules.ts'

const MAX_NAMES = 20
const MAX_HANDLERS = 500
const SHOWING_STYLE = /(?:^|[;\s])(?:display\s{0,9}:\s{0,9}(?!none)|visibility\s{0,9}:\s{0,9}visible)/i

/** Matches pages that contain only the first rules of a style sheet, which is loaded later and may show everything. */
const CRITICAL_RULES =
  /<link\b(?=[^>]{0,500}\bas\s*=\s*["']?style)[^>]{0,500}>|\bonload\s*=\s*["']\s*this\.(?:rel|media)\b|\bloadCSS\b/i
/** Matches names of states, which scripts remove when the page is ready. */
const STATE_NAME =
  /hid(?:e|den)|load|lazy|ssr|cloak|fouc|fade|anim|init|temp|slide|reveal|ready|wait|invisible|no-?js|js-/i

/**
 * @param source the HTML of a page, with its style sheets
 * @param elements the elements of the page
 * @returns the elements that a rule for their class or id hides at every width, and that no rule, style attribute or
 * script of the page shows
 */
export function hiddenByStyleSheet(source: string, elements: ElementList): ReadonlySet<PageElement> {
  const found = new Set<PageElement>()
  const rules = readStyleRules(source)
  if (rules.hidden.size + rules.moved.size === 0) return found
  const named = namedInRules(elements, rules).filter(
    (element) => isHidden(element, rules) && !isShownAsKind(element, rules),
  )
  if (named.length === 0 || CRITICAL_RULES.test(source)) return found
  const isChanged = mentionTest([...scriptsIn(source), ...handlersOf(elements.all)])
  for (const element of named) if (!hidingNames(element, rules).some((name) => isChanged(name))) found.add(element)
  return found
}

/** @returns the elements of any tag whose class or id is in a rule that hides */
function namedInRules(elements: ElementList, { hidden, moved }: StyleRules): PageElement[] {
  const names = new Set([...hidden, ...moved].map((selector) => selector.slice(selector.search(/[.#]/))))
  const byClass = elements.withClassThat((classes) => classesOf(classes).some((name) => names.has(name)))
  const byId = elements.withAttribute('id').filter((element) => names.has(`#${attributeOf(element, 'id')}`))
  return [...new Set([...byClass, ...byId])]
}

function isHidden(element: PageElement, rules: StyleRules): boolean {
  if (!hidingNames(element, rules).some((name) => !STATE_NAME.test(name))) return false
  return !SHOWING_STYLE.test(attributeOf(element, 'style')?.slice(0, 500) ?? '')
}

/** @returns the classes of a class attribute as `.x` */
function classesOf(classes: string): string[] {
  const names = classes.slice(0, 500).split(/\s+/, MAX_NAMES)
  return names.filter((name) => name !== '').map((name) => `.${name}`)
}

/** @returns the names of an element that rules hide, if no rule for one of its names shows it */
function hidingNames(element: PageElement, { hidden, shown, moved, broughtBack }: StyleRules): string[] {
  const names = namesOf(element)
  const isIn = (set: ReadonlySet<string>, name: string): boolean => set.has(name) || set.has(element.tagName + name)
  const hiding = names.filter((name) => isIn(hidden, name))
  if (hiding.length > 0) return names.some((name) => shown.has(name)) ? [] : hiding
  const moving = names.filter((name) => isIn(moved, name))
  return names.some((name) => broughtBack.has(name)) ? [] : moving
}

/** @returns whether a rule for its tag name or for one of its attributes shows the element */
function isShownAsKind(element: PageElement, { shownKinds }: StyleRules): boolean {
  const kinds = new Set([element.tagName, '*', ...element.attrs.map(({ name }) => `[${name}]`)])
  const rules = shownKinds.filter(({ kind }) => kinds.has(kind))
  if (rules.length === 0) return false
  const names = namesAround(element)
  return rules.some(({ around }) => around.every((name) => names.has(name)))
}

const MAX_CLIMB = 50

/** @returns the classes and ids of an element and of those around it */
function namesAround(element: PageElement): Set<string> {
  const names = new Set<string>()
  let at: PageParent | null = element
  for (let i = 0; i < MAX_CLIMB && at !== null && isElement(at); i++) {
    for (const name of namesOf(at)) names.add(name)
    at = at.parentNode
  }
  return names
}

/** @returns the classes of an element as `.x`, and its id as `#x` */
function namesOf(element: PageElement): string[] {
  const names = classesOf(attributeOf(element, 'class') ?? '')
  const id = attributeOf(element, 'id')
  return id === undefined || id === '' ? names : [...names, `#${id}`]
}

/** @returns the code that runs when a reader clicks or the page is ready */
function handlersOf(elements: readonly PageElement[]): string[] {
  const handlers: string[] = []
  for (const { attrs } of elements)
    for (const { name, value } of attrs)
      if (name.startsWith('on') && handlers.length < MAX_HANDLERS) handlers.push(value.slice(0, 500))
  return handlers
}

/** @returns a function that tests whether the code mentions a class or an id, which it may show */
function mentionTest(code: readonly string[]): (name: string) => boolean {
  const known = new Map<string, boolean>()
  return (name) => {
    let isMentioned = known.get(name)
    if (isMentioned === undefined) known.set(name, (isMentioned = code.some((part) => part.includes(name.slice(1)))))
    return isMentioned
  }
}
