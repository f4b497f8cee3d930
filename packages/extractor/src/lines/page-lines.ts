import {
  attributeOf,
  isElement,
  isText,
  type PageElement,
  type PageNode,
  type PageParent,
  type PageText,
} from '../dom/page-tree.ts'
import { isBlock, isPageLink } from '../dom/text-measures.ts'
import { ElementNames } from './element-names.ts'

/** A line of a page: the text between two boundaries of block elements. */
export interface PageLine {
  readonly nodes: PageText[]
  /** Index in `elements` of the innermost block that contains the line. */
  readonly block: number
  /** Index in `elements` of the innermost element that contains the first text of the line. */
  readonly inner: number
  text: string
  /** Number of characters in links. */
  linked: number
}

/** The lines of a page, and the elements that contain them. */
export interface PageLines {
  readonly lines: readonly PageLine[]
  /** All elements in document order, starting with the body. */
  readonly elements: readonly PageElement[]
  /** Index of each element's parent; -1 for the body. */
  readonly parents: readonly number[]
  readonly names: ElementNames
}

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

/** @returns true if the line is a heading, or part of one */
export function isHeadingLine(page: PageLines, line: PageLine): boolean {
  return headingLevel(page, line) > 0
}

/** @returns the level of the heading that the line is, or is part of, from 1 to 6; 0 for other lines */
export function headingLevel({ elements, parents }: PageLines, { inner, block }: PageLine): number {
  for (let at = inner; at >= 0; at = parents[at]!) {
    const level = HEADINGS.indexOf(elements[at]!.tagName) + 1
    if (level > 0 || at === block) return level
  }
  return 0
}

const MORE_BLOCKS = new Set('button caption figcaption label legend option summary'.split(' '))
const NO_TEXT = new Set('script style noscript template select textarea datalist head title iframe object'.split(' '))

/** Marks the end of a line in the stack of nodes to visit. */
const LINE_END = undefined

/**
 * @returns the lines of a page that contain text, in document order. The traversal uses a stack instead of recursion,
 * because pages may be deep.
 */
export function pageLines(body: PageElement): PageLines {
  const collector = new LineCollector(body)
  const waiting: (PageNode | typeof LINE_END)[] = []
  /** For each node in the stack, the index of its parent. */
  const parents: number[] = []
  const push = ({ childNodes }: PageParent, index: number): void => {
    for (let i = childNodes.length - 1; i >= 0; i--) {
      waiting.push(childNodes[i]!)
      parents.push(index)
    }
  }
  push(body, 0)
  while (waiting.length > 0) {
    const node = waiting.pop()
    const parent = parents.pop()!
    if (node === LINE_END) {
      collector.endLine()
      continue
    }
    if (isText(node)) collector.addText(node, parent)
    if (!isElement(node) || NO_TEXT.has(node.tagName)) continue
    const index = collector.enter(node, parent)
    if (node.tagName === 'br') collector.addBreak()
    else if (startsLine(node)) {
      collector.endLine()
      waiting.push(LINE_END)
      parents.push(parent)
    }
    push(node, index)
  }
  return collector.finish()
}

function startsLine(element: PageElement): boolean {
  return isBlock(element) || MORE_BLOCKS.has(element.tagName)
}

class LineCollector {
  readonly #lines: PageLine[] = []
  readonly #elements: PageElement[]
  readonly #parents: number[] = [-1]
  /** For each element, the index of the innermost block that contains it. */
  readonly #blocks: number[] = [0]
  readonly #isLink: boolean[] = [false]
  #line: PageLine | undefined
  #hasBreak = false

  constructor(body: PageElement) {
    this.#elements = [body]
  }

  enter(element: PageElement, parent: number): number {
    const index = this.#elements.push(element) - 1
    this.#parents.push(parent)
    this.#blocks.push(startsLine(element) ? index : this.#blocks[parent]!)
    this.#isLink.push(this.#isLink[parent]! || (element.tagName === 'a' && isPageLink(element)))
    return index
  }

  addText(node: PageText, parent: number): void {
    if (!/\S/.test(node.value)) {
      if (this.#line && node.value !== '') this.#line.text += ' '
      this.#line?.nodes.push(node)
      return
    }
    const text = collapseSpace(node.value)
    this.#hasBreak = false
    this.#line ??= { nodes: [], block: this.#blocks[parent]!, inner: parent, text: '', linked: 0 }
    this.#line.nodes.push(node)
    this.#line.text += text
    if (this.#isLink[parent]) this.#line.linked += text.trim().length
  }

  /** Handles a `br`. Two of them in a row separate paragraphs, so the second one ends the line. */
  addBreak(): void {
    if (this.#hasBreak) this.endLine()
    else if (this.#line) this.#line.text += ' '
    this.#hasBreak = true
  }

  endLine(): void {
    if (this.#line) {
      const { text, nodes } = this.#line
      this.#line.text = (nodes.length > 1 ? collapseSpace(text) : text).trim()
      this.#lines.push(this.#line)
    }
    this.#line = undefined
    this.#hasBreak = false
  }

  finish(): PageLines {
    this.endLine()
    const names = new ElementNames(this.#elements)
    return { lines: this.#lines, elements: this.#elements, parents: this.#parents, names }
  }
}

/**
 * @returns the text with each run of white space collapsed to one space. Most texts need no change, and a test for that
 * is faster than replacing.
 */
function collapseSpace(text: string): string {
  return /\s\s|[^\S ]/.test(text) ? text.replaceAll(/\s+/g, ' ') : text
}

/** Minimum length in characters of a line of prose. */
const LONG_LINE = 80
/** Maximum share of a line of prose that may be in links. */
const MAX_LINKED = 0.2

/** @returns whether a line is a paragraph of text */
export function isProse({ text, linked }: PageLine): boolean {
  return text.length >= LONG_LINE && linked <= text.length * MAX_LINKED
}

/** Number of elements in a link around its text. */
const MAX_LEVELS_UP = 5

/** @returns the address of the link around a text; empty if it is not in a link */
export function targetOf(text: PageText): string {
  let at: PageParent | null = text.parentNode
  for (let level = 0; level < MAX_LEVELS_UP && at !== null && isElement(at); level++, at = at.parentNode)
    if (at.tagName === 'a') return attributeOf(at, 'href') ?? ''
  return ''
}

/** @returns the address of the first link of a line; empty without one */
export function firstTarget({ nodes }: PageLine): string {
  for (const node of nodes) {
    const target = targetOf(node)
    if (target !== '') return target
  }
  return ''
}
