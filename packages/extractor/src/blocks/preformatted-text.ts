import { namesOf } from '../dom/class-name-hints.ts'
import {
  attributeOf,
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
} from '../dom/page-tree.ts'

const PRESERVING_STYLE = /(?:^|;)\s{0,9}white-space\s{0,9}:\s{0,9}(pre|pre-wrap|pre-line|break-spaces)\s{0,9}(?:!|;|$)/i
const MONOSPACE_STYLE = /font-family\s{0,9}:[^;]{0,200}(?:mono|courier|consolas|menlo|monaco)/i
const CODE_NAME = /(?:^|[\s_-])(?:code|source|snippet|listing|terminal|console|font-mono)(?=$|[\s_-])/i
const CODE_ELEMENTS = new Set(['code', 'samp', 'kbd', 'tt'])
/** Elements that a preformatted text does not contain. A box with one of them only passes its style on. */
const OTHER_BLOCKS = new Set(
  'article section main aside p pre ul ol dl table blockquote figure img video audio h1 h2 h3 h4 h5 h6 hr form textarea'.split(
    ' ',
  ),
)
const MAX_BLOCKS = 2000
const MAX_TEXT = 100_000
const MAX_SEARCHED_ELEMENTS = 3000
const MAX_STYLE = 1000

/** Number of characters before a property that are searched for the attribute with it. */
const MAX_BEFORE = 400
/** Maximum number of occurrences of the property in a source that are examined. With more, the page is searched. */
const MAX_OCCURRENCES = 500

/** @returns whether the source of a page may contain text that `formatPreservedText` changes */
export function mayPreserveSpace(text: string): boolean {
  let count = 0
  for (let at = text.indexOf('white-space'); at >= 0; at = text.indexOf('white-space', at + 1)) {
    const before = text.slice(Math.max(0, at - MAX_BEFORE), at)
    if (before.lastIndexOf('style=') > before.lastIndexOf('>') || ++count > MAX_OCCURRENCES) return true
  }
  return false
}

/**
 * Gives text whose style preserves white space the elements that mean the same: `pre` for code, and line breaks for
 * poems and other prose.
 *
 * @param elements all elements of the page, changed in place
 * @returns the number of changed elements
 */
export function formatPreservedText(elements: readonly PageElement[]): number {
  let count = 0
  for (const element of elements) {
    const space = count < MAX_BLOCKS ? preservedSpace(element) : undefined
    if (space === undefined || element.tagName === 'pre') continue
    const inner = firstElements(element, MAX_SEARCHED_ELEMENTS)
    if (inner.length === MAX_SEARCHED_ELEMENTS || inner.some(({ tagName }) => OTHER_BLOCKS.has(tagName))) continue
    const text = textOf(element, MAX_TEXT)
    if (!hasLines(element, inner, text) || isInPre(element)) continue
    if (space !== 'pre-line' && isCode(element, inner, { text, space })) toCodeBlock(element)
    else breakLines(element)
    count += 1
  }
  return count
}

function hasLines(element: PageElement, inner: readonly PageElement[], text: string): boolean {
  return /\S[^\S\n]*\n\s*\S/.test(text) || (isCodeElement(element) && inner.some(({ tagName }) => tagName === 'br'))
}

/** @returns the value of `white-space` if it preserves line breaks; otherwise undefined */
function preservedSpace(element: PageElement): string | undefined {
  const style = attributeOf(element, 'style')
  return style === undefined ? undefined : PRESERVING_STYLE.exec(style.slice(0, MAX_STYLE))?.[1]?.toLowerCase()
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

/** Matches a line that ends or starts like one of a program, or contains signs that prose does not contain. */
const CODE_LINE =
  /[;{}\\]\s{0,9}$|^\s{2,}\S|^\s{0,9}(?:#|\/\/|\/\*|\$ |@|<\/?\w|(?:def|if|for|while|import|from|function|var|let|const|return|class|public|end|else)\b.{0,200}[:;({=]?$)|[\w\])]\s?(?:[-+*/]?=|=>|->|::|<-)\s?\S|\w\(.{0,200}\)/i
/** Matches a line of prose: several words without such signs, or a full stop at the end. */
const PROSE_LINE = /^[^={}<>;]*\p{L}{2,}[,.!?:]?(?:\s\p{L}+[,.!?:]?){4,}[^={}<>;]*$/u
const MAX_LINES = 200

/**
 * @returns whether a preserved text is code. Its elements, its font or its names say so; otherwise most of its lines
 * must look like code.
 */
function isCode(element: PageElement, inner: readonly PageElement[], { text, space }: PreservedText): boolean {
  if (isCodeElement(element)) return true
  const style = attributeOf(element, 'style')?.slice(0, MAX_STYLE) ?? ''
  if (MONOSPACE_STYLE.test(style) || CODE_NAME.test(namesOf(element))) return true
  const whole = inner.find(isCodeElement)
  if (whole !== undefined && textOf(whole, MAX_TEXT).trim() === text.trim()) return true
  const lines = text
    .slice(0, 20_000)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_LINES)
    .map((line) => line.slice(0, MAX_STYLE))
  const code = lines.filter((line) => CODE_LINE.test(line) && !PROSE_LINE.test(line)).length
  return lines.length > 1 && code >= lines.length * (space === 'pre' ? 0.5 : 0.7)
}

/** Turns an element into a `pre` with one `code`. A paragraph that contains only the element becomes the `pre`. */
function toCodeBlock(element: PageElement): void {
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
