import { memoizeByClassName } from './memoize-by-class-name.ts'
import type { ElementList } from './element-list.ts'
import { attributeOf, type PageElement } from './page-tree.ts'

const MAX_STYLE = 1000
const PRESERVING_STYLE = /(?:^|;)\s{0,9}white-space\s{0,9}:\s{0,9}(pre|pre-wrap|pre-line|break-spaces)\s{0,9}(?:!|;|$)/i
const MONOSPACE_STYLE = /font-family\s{0,9}:[^;]{0,200}(?:mono|courier|consolas|menlo|monaco)/i
/**
 * Class names of the boxes with the lines of a text editor: CodeMirror 5 and 6, Monaco and Ace. Their style sheets
 * preserve white space.
 */
const EDITOR_NAMES = ['CodeMirror-code', 'cm-content', 'view-lines', 'ace_text-layer']
const EDITOR = new RegExp(String.raw`(?:^|\s)(?:${EDITOR_NAMES.join('|')})(?=$|\s)`)

const isEditorName = memoizeByClassName((names) => EDITOR.test(names))

/** @returns whether the element contains the lines of a text editor */
export function isEditor(element: PageElement): boolean {
  const names = attributeOf(element, 'class')
  return names !== undefined && isEditorName(names)
}

/** A quick test before `preservedSpace`: whether it returns a value for any of the elements. */
export function preserveSpace(elements: ElementList): boolean {
  return elements.withClass(EDITOR).length > 0 || elements.withAttribute('style').some(hasPreservingStyle)
}

function hasPreservingStyle(element: PageElement): boolean {
  return PRESERVING_STYLE.test(styleOf(element))
}

/** @returns the value of `white-space` of the element if its style or its editor preserves line breaks; otherwise undefined */
export function preservedSpace(element: PageElement): string | undefined {
  if (isEditor(element)) return 'pre'
  return PRESERVING_STYLE.exec(styleOf(element))?.[1]?.toLowerCase()
}

/** @returns whether the element's style sets a font in which all characters have the same width */
export function isMonospace(element: PageElement): boolean {
  return MONOSPACE_STYLE.test(styleOf(element))
}

function styleOf(element: PageElement): string {
  return attributeOf(element, 'style')?.slice(0, MAX_STYLE) ?? ''
}
