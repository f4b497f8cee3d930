import { namesOf } from '../../dom/class-name-hints.ts'
import type { ElementList } from '../../dom/element-list.ts'
import { isMostlyProse, looksLikeCode } from './code-lines.ts'
import { codeText } from './code-text.ts'
import { joinCodeLines } from './joined-code-lines.ts'
import { isLineTable } from './line-numbers.ts'
import { isEditor, isMonospace, preservedSpace, preserveSpace } from '../../dom/white-space-style.ts'
import {
  createElement,
  createText,
  firstElements,
  isElement,
  isText,
  rewriteTree,
  setChildren,
  textOf,
  type PageElement,
  type PageNode,
  type PageParent,
} from '../../dom/page-tree.ts'

const CODE_NAME =
  /(?:^|[\s_-])(?:code|source|snippet|listing|terminal|console|font-mono|syntaxhighlighter|codehilite|hljs)(?=$|[\s_-])/i
const CODE_ELEMENTS = new Set(['code', 'samp', 'kbd', 'tt'])
/** Elements that a preformatted text does not contain. A box with one of them only passes its style on. */
const OTHER_BLOCKS = new Set(
  'article section main aside pre ul ol dl table blockquote figure img video audio h1 h2 h3 h4 h5 h6 hr form textarea'.split(
    ' ',
  ),
)
const MAX_BLOCKS = 2000
const MAX_TEXT = 100_000
const MAX_SEARCHED_ELEMENTS = 3000

/** Blocks that are lines of a preformatted text. */
const LINE_BLOCKS = new Set(['p', 'div'])
/** Elements that get a code block in them instead of becoming one. */
const BOXES = new Set('body main article section td th li dt dd'.split(' '))
/** Minimum share of the lines that look like code, if nothing else says that the text is code. */
const MIN_CODE_IN_PRE = 0.5
const MIN_CODE_IN_WRAPPED = 0.7

/**
 * Gives text whose style preserves white space the elements that mean the same: `pre` for code, and line breaks for
 * poems and other prose.
 *
 * @param elements the elements of the page, changed in place
 * @returns the number of changed elements
 */
export function formatPreservedText(elements: ElementList): number {
  if (!preserveSpace(elements)) return 0
  let count = joinCodeLines(elements.all)
  for (const element of elements.all) {
    const space = count < MAX_BLOCKS ? preservedSpace(element) : undefined
    if (space !== undefined && element.tagName !== 'pre' && formatText(element, space)) count += 1
  }
  return count
}

function formatText(element: PageElement, space: string): boolean {
  const inner = firstElements(element, MAX_SEARCHED_ELEMENTS)
  if (inner.length === MAX_SEARCHED_ELEMENTS || inner.some((one) => isOtherBlock(one, isEditor(element)))) return false
  if (isInPre(element)) return false
  const text = space === 'pre-line' ? '' : codeText(element).slice(0, MAX_TEXT)
  if (hasLines(text) && !isDataTable(element, inner) && isCode(element, inner, { text, space })) {
    toCodeBlock(element)
    return true
  }
  if (!hasLines(textOf(element, MAX_TEXT)) || inner.some(({ tagName }) => tagName === 'p')) return false
  breakLines(element)
  return true
}

function isOtherBlock({ tagName }: PageElement, isInEditor: boolean): boolean {
  return OTHER_BLOCKS.has(tagName) && !(isInEditor && tagName === 'pre')
}

function hasLines(text: string): boolean {
  return /\S[^\S\n]*\n\s*\S/.test(text)
}

function isDataTable(element: PageElement, inner: readonly PageElement[]): boolean {
  return [element, ...inner].some(({ tagName }) => tagName === 'tr') && !isLineTable(element)
}

function isInPre({ parentNode }: PageElement): boolean {
  let parent: PageParent | null = parentNode
  for (let level = 0; level < 10 && parent !== null && isElement(parent); level++) {
    if (parent.tagName === 'pre' || parent.tagName === 'textarea') return true
    parent = parent.parentNode
  }
  return false
}

function isCodeElement({ tagName }: PageElement): boolean {
  return CODE_ELEMENTS.has(tagName)
}

interface PreservedText {
  readonly text: string
  readonly space: string
}

/**
 * @returns whether a preserved text is code. Its elements, its font or its names say so; otherwise most of its lines
 * must look like code.
 */
function isCode(element: PageElement, inner: readonly PageElement[], { text, space }: PreservedText): boolean {
  if (isCodeElement(element) || isEditor(element)) return true
  if (inner.some(({ tagName }) => LINE_BLOCKS.has(tagName)) && isMostlyProse(text)) return false
  if (isMonospace(element) || CODE_NAME.test(namesOf(element))) return true
  const whole = inner.find(isCodeElement)
  if (whole !== undefined && textOf(whole, MAX_TEXT).trim() === text.trim()) return true
  return looksLikeCode(text, space === 'pre' ? MIN_CODE_IN_PRE : MIN_CODE_IN_WRAPPED)
}

/**
 * Turns an element into a `pre` with one `code`. A paragraph that contains only the element becomes the `pre`, and a
 * cell or an item gets it inside.
 */
function toCodeBlock(element: PageElement): void {
  if (BOXES.has(element.tagName)) {
    const code = createElement('code', {}, element.childNodes)
    setChildren(element, [createElement('pre', {}, [code])])
    return
  }
  const attributes = Object.fromEntries(
    element.attrs.filter(({ name }) => name !== 'style' && name !== 'id').map(({ name, value }) => [name, value]),
  )
  const code = createElement('code', attributes, element.childNodes)
  const box = boxOf(element)
  box.tagName = box.nodeName = 'pre'
  box.attrs = box.attrs.filter(({ name }) => name === 'id' || (box !== element && name !== 'style'))
  setChildren(box, [code])
}

function boxOf(element: PageElement): PageElement {
  const parent = element.parentNode
  if (parent === null || !isElement(parent) || (parent.tagName !== 'p' && parent.tagName !== 'span')) return element
  const isAlone = parent.childNodes.every((node) => node === element || (isText(node) && node.value.trim() === ''))
  return isAlone ? boxOf(parent) : element
}

/** Replaces the line breaks in the text of an element with `br`, except for those at its start and its end. */
function breakLines(element: PageElement): void {
  trimEdge(element, 'first')
  trimEdge(element, 'last')
  rewriteTree(element, withBreaks)
}

function withBreaks(node: PageNode): PageNode | readonly PageNode[] {
  if (!isText(node) || !node.value.includes('\n')) return node
  return node.value.split('\n').flatMap((line, index) => {
    const text = line === '' ? [] : [createText(line)]
    return index > 0 ? [createElement('br', {}, []), ...text] : text
  })
}

function trimEdge(element: PageElement, edge: 'first' | 'last'): void {
  let parent: PageElement | undefined = element
  while (parent !== undefined) {
    const node: PageNode | undefined = edge === 'first' ? parent.childNodes[0] : parent.childNodes.at(-1)
    if (node !== undefined && isText(node))
      node.value = edge === 'first' ? node.value.replace(/^\s*\n/, '') : node.value.trimEnd()
    parent = node !== undefined && isElement(node) ? node : undefined
  }
}
