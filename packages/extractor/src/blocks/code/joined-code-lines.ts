import {
  attributeOf,
  createElement,
  isElement,
  isText,
  setChildren,
  textOf,
  type PageElement,
  type PageNode,
  type PageParent,
} from '../../dom/page-tree.ts'
import { isMostlyProse, looksLikeCode } from './code-lines.ts'
import { isMonospace, preservedSpace } from '../../dom/white-space-style.ts'

const LINE_ELEMENTS = new Set(['p', 'div'])
const MAX_LINE = 2000
/** Minimum number of lines. A single one is a command in the text. */
const MIN_LINES = 2

/**
 * Joins lines of code that are blocks of their own, one below the other, to one code block. Office programs and mail
 * write code so: each line is a paragraph in a font for code whose white space is preserved.
 *
 * @param elements all elements of the page, changed in place
 * @returns the number of code blocks
 */
export function joinCodeLines(elements: readonly PageElement[]): number {
  const lines = new Set<PageNode>(elements.filter(isCodeLine))
  const parents = new Set<PageParent>()
  for (const { parentNode } of lines) if (parentNode !== null) parents.add(parentNode)
  let count = 0
  for (const parent of parents) {
    const children = runsOf(parent.childNodes, lines).map((run) => {
      const block = run.length < MIN_LINES ? undefined : codeBlock(run)
      if (block !== undefined) count += 1
      return block === undefined ? run : [block]
    })
    if (children.some(([first]) => first?.nodeName === 'pre')) setChildren(parent, children.flat())
  }
  return count
}

/** @returns the nodes divided into runs of lines, with the blank nodes between them, and single other nodes */
function runsOf(nodes: readonly PageNode[], lines: ReadonlySet<PageNode>): PageNode[][] {
  const runs: PageNode[][] = []
  let run: PageNode[] | undefined
  let blanks: PageNode[] = []
  for (const node of nodes) {
    if (lines.has(node)) {
      if (run === undefined) runs.push(...blanks.map((blank) => [blank]), (run = []))
      else run.push(...blanks)
      run.push(node)
      blanks = []
    } else if (isBlank(node)) {
      blanks.push(node)
    } else {
      runs.push(...blanks.map((blank) => [blank]), [node])
      blanks = []
      run = undefined
    }
  }
  return [...runs, ...blanks.map((blank) => [blank])]
}

function isBlank(node: PageNode): boolean {
  if (isText(node)) return node.value.trim() === ''
  if (!isElement(node)) return true
  return node.tagName === 'br' || (LINE_ELEMENTS.has(node.tagName) && textOf(node, 100).trim() === '')
}

/** @returns a code block with the lines; undefined if they are not code, as in a film script */
function codeBlock(run: readonly PageNode[]): PageElement | undefined {
  const lines = run.filter(isElement)
  const text = lines.map((line) => textOf(line, MAX_LINE)).join('\n')
  if (!looksLikeCode(text) || isMostlyProse(text)) return undefined
  return createElement('pre', {}, [createElement('code', {}, lines)])
}

/** @returns whether the element is one line in a font for code whose white space is preserved */
function isCodeLine(element: PageElement): boolean {
  if (!LINE_ELEMENTS.has(element.tagName)) return false
  const styled = [element, onlyChild(element)].find((one) => one !== undefined && isStyledLine(one))
  if (styled === undefined) return false
  const text = textOf(element, MAX_LINE)
  return text.length < MAX_LINE && !text.trim().includes('\n')
}

function isStyledLine(element: PageElement): boolean {
  const space = attributeOf(element, 'style') === undefined ? undefined : preservedSpace(element)
  return space !== undefined && space !== 'pre-line' && isMonospace(element)
}

/** @returns the only child of an element that contains nothing else */
function onlyChild({ childNodes }: PageElement): PageElement | undefined {
  const [first, second] = childNodes
  return first !== undefined && second === undefined && isElement(first) ? first : undefined
}
