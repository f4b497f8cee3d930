import { namesOf } from '../../dom/class-name-hints.ts'
import { isGutter, unnamedLineNumbers } from './line-numbers.ts'
import {
  attributeOf,
  elementsOf,
  isElement,
  isText,
  nodesOf,
  textOf,
  type PageElement,
  type PageParent,
} from '../../dom/page-tree.ts'

const TOOL_ELEMENTS = new Set(['button', 'clipboard-copy', 'script', 'style', 'svg', 'textarea', 'select'])
const LINE_BLOCKS = new Set(['div', 'p', 'li', 'tr', 'pre'])
const LINE_CLASS = /(?:^|[\s_-])(?:line|token-line|code-line|view-line|cl)(?=$|\s)/i

/**
 * @param block a code block in the markup of any highlighter
 * @returns its text with line breaks and tabs, without line numbers, buttons, and empty lines at the start and the end
 */
export function codeText(block: PageElement): string {
  const isLine = lineRule(block)
  const left = new Set<PageParent>(unnamedLineNumbers(linesIn(block, isLine)))
  const lines = new LineWriter()
  for (const node of nodesOf(block)) {
    if (left.has(node as PageElement) || (node.parentNode !== null && left.has(node.parentNode))) {
      if (isElement(node)) left.add(node)
    } else if (isText(node)) {
      lines.text += node.value
    } else if (isElement(node)) {
      if (isNotCode(node)) left.add(node)
      else if (node.tagName === 'br') lines.break(node)
      else if (isLine(node)) lines.start(node)
    }
  }
  return lines.text
    .replaceAll('\u00a0', ' ')
    .replaceAll('\r', '')
    .replaceAll(/^ $/gm, '')
    .replace(/^(?:[ \t]{0,200}\n){1,50}/, '')
    .trimEnd()
}

/** Collects text, and breaks it before each element that is a line. */
class LineWriter {
  text = ''
  #line: PageElement | undefined
  /** length of the text at the start of the line */
  #start = 0

  start(line: PageElement): void {
    const isFirst = this.#line === undefined && (this.text === '' || !LINE_BLOCKS.has(line.tagName))
    const isBroken = this.text.endsWith('\n') && (this.#line === undefined || this.text.length > this.#start)
    if (!isFirst && !isBroken) this.text += '\n'
    this.#start = this.text.length
    this.#line = line
  }

  break(br: PageElement): void {
    if (this.#isEmptyLine(br)) this.start(br)
    else if (!isEndOfLine(br)) this.text += '\n'
  }

  /** @returns whether a line break stands between blocks that are lines, so that it is an empty line itself */
  #isEmptyLine({ parentNode }: PageElement): boolean {
    const line = this.#line
    return line?.parentNode === parentNode && (line.tagName === 'br' || LINE_BLOCKS.has(line.tagName))
  }
}

/** @returns whether a line break is the last part of a block that is a line. Browsers do not show it there. */
function isEndOfLine(br: PageElement): boolean {
  const { parentNode } = br
  return parentNode !== null && LINE_BLOCKS.has(parentNode.nodeName) && parentNode.childNodes.at(-1) === br
}

/** @returns the blocks that are lines; without any, other elements that are lines */
function linesIn(block: PageElement, isLine: (element: PageElement) => boolean): PageElement[] {
  const lines = elementsOf(block).filter((element) => isLine(element) && !isGutter(element))
  const blocks = lines.filter(({ tagName }) => LINE_BLOCKS.has(tagName))
  return blocks.length > 0 ? blocks : lines
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
  const hasBreaks = textOf(block).trimEnd().includes('\n') || elementsOf(block).some(({ tagName }) => tagName === 'br')
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
