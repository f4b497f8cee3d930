import { memoizeByClassName } from '../dom/memoize-by-class-name.ts'
import { attributeOf, type PageElement } from '../dom/page-tree.ts'
import { readStyleRules, scriptsIn } from './style-rules.ts'

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
 * @param elements all elements of the page
 * @returns the elements that a rule for their class or id hides at every width, and that no rule, style attribute or
 * script of the page shows
 */
export function hiddenByStyleSheet(source: string, elements: readonly PageElement[]): ReadonlySet<PageElement> {
  const found = new Set<PageElement>()
  const { hidden, shown } = readStyleRules(source)
  if (hidden.size === 0) return found
  const mayBeHidden = memoizeByClassName((classes) => classesOf(classes).some((name) => hidden.has(name)))
  const named = elements.filter((element) => {
    if (element.attrs.length === 0) return false
    const id = attributeOf(element, 'id')
    const isNamed = (id !== undefined && hidden.has(`#${id}`)) || mayBeHidden(attributeOf(element, 'class') ?? '')
    return isNamed && isHidden(element, hidden, shown)
  })
  if (named.length === 0 || CRITICAL_RULES.test(source)) return found
  const isChanged = mentionTest(`${scriptsIn(source)} ${handlersOf(elements)}`)
  for (const element of named)
    if (!namesOf(element).some((name) => hidden.has(name) && isChanged(name))) found.add(element)
  return found
}

function isHidden(element: PageElement, hidden: ReadonlySet<string>, shown: ReadonlySet<string>): boolean {
  const names = namesOf(element)
  if (!names.some((name) => hidden.has(name) && !STATE_NAME.test(name))) return false
  if (names.some((name) => shown.has(name))) return false
  return !SHOWING_STYLE.test(attributeOf(element, 'style')?.slice(0, 500) ?? '')
}

/** @returns the classes of a class attribute as `.x` */
function classesOf(classes: string): string[] {
  const names = classes.slice(0, 500).split(/\s+/, MAX_NAMES)
  return names.filter((name) => name !== '').map((name) => `.${name}`)
}

/** @returns the classes of an element as `.x`, and its id as `#x` */
function namesOf(element: PageElement): string[] {
  const names = classesOf(attributeOf(element, 'class') ?? '')
  const id = attributeOf(element, 'id')
  return id === undefined || id === '' ? names : [...names, `#${id}`]
}

/** @returns the code that runs when a reader clicks or the page is ready */
function handlersOf(elements: readonly PageElement[]): string {
  const handlers: string[] = []
  for (const { attrs } of elements)
    for (const { name, value } of attrs)
      if (name.startsWith('on') && handlers.length < MAX_HANDLERS) handlers.push(value.slice(0, 500))
  return handlers.join(' ')
}

/** @returns a function that tests whether the code mentions a class or an id, which it may show */
function mentionTest(code: string): (name: string) => boolean {
  const known = new Map<string, boolean>()
  return (name) => {
    let isMentioned = known.get(name)
    if (isMentioned === undefined) known.set(name, (isMentioned = code.includes(name.slice(1))))
    return isMentioned
  }
}
