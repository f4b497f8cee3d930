import { memoizeByClassName } from '../../dom/memoize-by-class-name.ts'
import { attributeOf, isElement, isText, type PageElement, type PageParent } from '../../dom/page-tree.ts'

/** Elements for class names that style sheets show as bold, slanted, struck or in a font for code. */
const ELEMENTS = new Map([
  ['ltx_font_bold', 'strong'],
  ['ltx_font_italic', 'em'],
  ['ltx_font_typewriter', 'code'],
  ['line-through', 's'],
  ['linethrough', 's'],
  ['strikethrough', 's'],
])
/** Boxes with a font of their own, in which the names say nothing. */
const BOXES_WITH_FONT = new Set('h1 h2 h3 h4 h5 h6 pre code th strong b em i s del'.split(' '))
const MAX_LEVELS_UP = 4

/** Matches all of these names, and some others. */
const MAYBE_FONT = /ltx_font_|through/
const hasFont = memoizeByClassName((names) => MAYBE_FONT.test(names) && elementFor(names) !== undefined)

function elementFor(names: string): string | undefined {
  return names.split(/\s+/).flatMap((name) => ELEMENTS.get(name) ?? [])[0]
}

/**
 * Gives words whose font only a class name states the elements of HTML for it: those of LaTeXML, and struck words.
 *
 * @param spans all `span` elements of the page, changed in place
 * @returns the number of changed elements
 */
export function nameFonts(spans: readonly PageElement[]): number {
  let count = 0
  for (const element of spans) {
    const names = attributeOf(element, 'class')
    if (names === undefined || !hasFont(names) || !hasOwnText(element) || isInBoxWithFont(element)) continue
    element.tagName = element.nodeName = elementFor(names)!
    count += 1
  }
  return count
}

function hasOwnText({ childNodes }: PageElement): boolean {
  return childNodes.some((node) => isText(node) && node.value.trim() !== '')
}

function isInBoxWithFont(element: PageElement): boolean {
  let at: PageParent | null = element.parentNode
  for (let level = 0; level < MAX_LEVELS_UP && at !== null && isElement(at); level++, at = at.parentNode)
    if (BOXES_WITH_FONT.has(at.tagName)) return true
  return false
}
