import type { ElementList } from '../../dom/element-list.ts'
import {
  createText,
  firstElements,
  isElement,
  isText,
  setChildren,
  textOf,
  type PageElement,
  type PageParent,
} from '../../dom/page-tree.ts'
import { blockBoxedLines } from './boxed-lines.ts'
import { looksLikeCode } from './code-lines.ts'
import { codeText } from './code-text.ts'

const MAX_TEXT = 50_000
const MAX_LEVELS_UP = 30
/** Number of elements in code that are searched for a line break. */
const MAX_SEARCHED_ELEMENTS = 100
const BOXES = new Set(['div', 'figure', 'section'])
/** Matches the start of what a field offers for copying, such as the markup of a frame. */
const MARKUP_TO_COPY = /^\s*<(?:iframe|script|a|div|blockquote|object|embed|img)\b/i
/** Minimum share of the lines of a field that look like code. */
const MIN_CODE = 0.3

/**
 * Turns code of several lines that is not in a `pre` into one: a `code` element with line breaks that is all of its
 * box, boxes that are lines, and a field with a program that readers can change and run.
 *
 * @param elements the elements of the page, changed in place
 * @returns the number of code blocks
 */
export function blockUnmarkedCode(elements: ElementList): number {
  let count = blockBoxedLines(elements)
  for (const element of [...elements.named('code'), ...elements.named('textarea')]) {
    const text = linesOf(element)
    if (text === undefined || !/\S[^\S\n]*\n\s*\S/.test(text)) continue
    element.tagName = element.nodeName = 'pre'
    element.attrs = element.attrs.filter(({ name }) => name === 'class')
    setChildren(element, [createText(text)])
    count += 1
  }
  return count
}

function linesOf(element: PageElement): string | undefined {
  if (element.tagName === 'code') return linesOfCode(element)
  return element.tagName === 'textarea' ? linesOfField(element) : undefined
}

/** @returns the lines of a `code` element with breaks that stands alone in its box; undefined for others */
function linesOfCode(code: PageElement): string | undefined {
  const { parentNode } = code
  if (parentNode === null || !isElement(parentNode) || !BOXES.has(parentNode.tagName)) return undefined
  if (!firstElements(code, MAX_SEARCHED_ELEMENTS).some(({ tagName }) => tagName === 'br')) return undefined
  if (hasOtherContent(parentNode, code)) return undefined
  return codeText(code).slice(0, MAX_TEXT)
}

function hasOtherContent(parent: PageElement, only: PageElement): boolean {
  return parent.childNodes.some(
    (node) => node !== only && (isElement(node) || (isText(node) && node.value.trim() !== '')),
  )
}

/** @returns the program in a field outside of forms; undefined for fields to write in or to copy from */
function linesOfField(field: PageElement): string | undefined {
  const text = textOf(field, MAX_TEXT)
  if (MARKUP_TO_COPY.test(text) || isInForm(field) || !looksLikeCode(text, MIN_CODE)) return undefined
  return text.trimEnd()
}

function isInForm(field: PageElement): boolean {
  let parent: PageParent | null = field.parentNode
  for (let level = 0; level < MAX_LEVELS_UP && parent !== null && isElement(parent); level++) {
    if (parent.tagName === 'form') return true
    parent = parent.parentNode
  }
  return false
}
