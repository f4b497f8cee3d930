import { namesOf } from '../dom/class-name-hints.ts'
import {
  attributeOf,
  findElement,
  isElement,
  isText,
  nodesOf,
  textOf,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'

const GUTTER =
  /(?:^|[\s_-])(?:linenos?|lineno|linenumbers?|line-?numbers?(?:-rows)?|linenodiv|lnt?|gutter|gl|rouge-gutter|hljs-ln-(?:n|numbers)|blob-num|crayon-nums?)(?=$|[\s_-])/i
const LINE_NUMBERS = /^[\s\d.:|]*$/
const TOOL_ELEMENTS = new Set(['button', 'clipboard-copy', 'script', 'style', 'svg', 'textarea', 'select'])
const LINE_BLOCKS = new Set(['div', 'p', 'li', 'tr', 'pre'])
const LINE_CLASS = /(?:^|[\s_-])(?:line|token-line|code-line|view-line|cl)(?=$|\s)/i

/** @returns true if the element contains only line numbers */
export function isGutter(element: PageElement): boolean {
  if (attributeOf(element, 'data-line-number') !== undefined && textOf(element, 10).trim() === '') return true
  const isCell = element.tagName === 'td' && isFirst(element)
  if (!isCell && !GUTTER.test(namesOf(element))) return false
  const text = textOf(element)
  return LINE_NUMBERS.test(text) && (!isCell || /\d/.test(text) || GUTTER.test(namesOf(element)))
}

function isFirst(cell: PageElement): boolean {
  return cell.parentNode?.childNodes.find(isElement) === cell
}

/**
 * @param block a code block in the markup of any highlighter
 * @returns its text with line breaks and tabs, without line numbers, buttons, and empty lines at the start and the end
 */
export function codeText(block: PageElement): string {
  const left = new Set<PageParent>()
  const isLine = lineRule(block)
  let text = ''
  let isOpen = false
  for (const node of nodesOf(block)) {
    if (node.parentNode !== null && left.has(node.parentNode)) {
      if (isElement(node)) left.add(node)
    } else if (isText(node)) {
      text += node.value
    } else if (isElement(node)) {
      if (isNotCode(node)) left.add(node)
      else if (node.tagName === 'br') text += '\n'
      else if (isLine(node)) {
        text += isOpen && !hasJustBroken(node, text) ? '\n' : ''
        isOpen = true
      }
    }
  }
  return text
    .replaceAll('\u00a0', ' ')
    .replaceAll('\r', '')
    .replaceAll(/^ $/gm, '')
    .replace(/^(?:[ \t]{0,200}\n){1,50}/, '')
    .trimEnd()
}

/**
 * @returns true if the text already ends with the line break before this line. If the previous element is an empty
 * line, the last line break in the text ends that empty line, so the result is false
 */
function hasJustBroken(line: PageElement, text: string): boolean {
  if (!text.endsWith('\n')) return false
  const siblings = line.parentNode?.childNodes ?? []
  const before = siblings[siblings.indexOf(line) - 1]
  return before === undefined || !isElement(before) || textOf(before, 1) !== ''
}

function isNotCode(element: PageElement): boolean {
  if (element.tagName === 'th') return true
  return TOOL_ELEMENTS.has(element.tagName) || isGutter(element) || attributeOf(element, 'hidden') !== undefined
}

/**
 * @returns a function that tests whether an element is one line of code. Block elements without other block elements
 * inside are lines. In code without line breaks, `code` elements and elements with class names such as `line` are lines
 * too.
 */
function lineRule(block: PageElement): (element: PageElement) => boolean {
  const hasBreaks =
    textOf(block).trimEnd().includes('\n') || findElement(block, ({ tagName }) => tagName === 'br') !== undefined
  return (element) => {
    if (LINE_BLOCKS.has(element.tagName))
      return !element.childNodes.some((child) => isElement(child) && LINE_BLOCKS.has(child.tagName))
    if (hasBreaks) return false
    return (
      (element.tagName === 'code' && element.parentNode === block) ||
      (element.tagName === 'span' && LINE_CLASS.test(namesOf(element)))
    )
  }
}
