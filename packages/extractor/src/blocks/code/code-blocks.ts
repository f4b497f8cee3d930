import { boxesAround, codeLanguage } from './code-language.ts'
import { codeText } from './code-text.ts'
import { looksLikeCode } from './code-lines.ts'
import { codeTitle } from './code-title.ts'
import { signChangedLines } from './changed-lines.ts'
import { isGutter, isLineTable } from './line-numbers.ts'
import { preservedSpace } from '../../dom/white-space-style.ts'
import { namesOf } from '../../dom/class-name-hints.ts'
import {
  attributeOf,
  createElement,
  createText,
  elementsOf,
  firstElements,
  isElement,
  rewriteTree,
  setChildren,
  detachNode,
  textOf,
  type PageElement,
  type PageNode,
  type PageParent,
} from '../../dom/page-tree.ts'

/** Matches class names that syntax highlighters give to the boxes around code. */
const CODE_BOX = /highlight|code|source|syntax|prettyprint|shiki|prism|listing|crayon|hljs|(?:^|\s)lang(?:uage)?-/i
/** Matches class names of elements beside the code, such as copy buttons and language labels. */
const CODE_TOOL =
  /(?:^|[\s_-])(?:toolbar|copy|clipboard|copy-?(?:btn|button|code)|code-?lang(?:uage)?|lang(?:uage)?-?(?:label|name)?)(?=$|[\s_-])/i
const CODE_CELL = /(?:^|[\s_-])(?:code|blob-code|crayon-code|lntd|hljs-ln-code|rouge-code)(?=$|[\s_-])/i
/** Blocks that are lines of code in a `pre`. */
const LINE_BLOCKS = new Set(['div', 'p'])
const MAX_BLOCKS = 2000
/**
 * Number of elements at the start of a block that are searched for code, line numbers and buttons. Further elements are
 * not checked, so that huge blocks take little time.
 */
const MAX_SEARCHED_ELEMENTS = 300
const MAX_CODE = 1_000_000
const MAX_TOOL_TEXT = 40

/**
 * Simplifies every code block to a `pre` with one `code`, which contains the original text. Line numbers, buttons, and
 * the spans and tables of syntax highlighters are removed. The class `language-x` of the `code` names the language.
 *
 * @param root the page's tree, changed in place
 * @returns the number of code blocks
 */
export function normaliseCode(root: PageParent): number {
  const elements = elementsOf(root)
  const outer = outerTables(elements)
  const inside = new Set<PageParent>()
  let count = 0
  for (const element of elements) {
    if (element.parentNode !== null && inside.has(element.parentNode)) {
      inside.add(element)
      continue
    }
    const isCode = (!outer.has(element) && isCodeTable(element)) || isCodeBlock(element)
    if (isCode || element.tagName === 'pre') inside.add(element)
    if (!isCode) continue
    if (++count > MAX_BLOCKS) break
    replaceWithPlainCode(element)
  }
  return count
}

/** @returns all elements that contain a table. A table among them is never treated as code. */
function outerTables(elements: readonly PageElement[]): Set<PageParent> {
  const outer = new Set<PageParent>()
  for (const { tagName, parentNode } of elements) {
    if (tagName !== 'table') continue
    let parent = parentNode
    while (parent !== null && !outer.has(parent)) {
      outer.add(parent)
      parent = isElement(parent) ? parent.parentNode : null
    }
  }
  return outer
}

function replaceWithPlainCode(block: PageElement): void {
  const language = signChangedLines(block) ? 'diff' : codeLanguage(block)
  const text = codeText(block).slice(0, MAX_CODE)
  dropTools(block)
  const title = codeTitle(block)
  const code = createElement('code', language === undefined ? {} : { class: `language-${language}` }, [
    createText(text),
  ])
  block.attrs = []
  if (title === undefined) {
    block.tagName = block.nodeName = 'pre'
    setChildren(block, [code])
    return
  }
  detachNode(title.parentNode!, new Set([title]))
  openFigure(block)
  block.tagName = block.nodeName = 'figure'
  setChildren(block, [createElement('figcaption', {}, titleText(title)), createElement('pre', {}, [code])])
}

const TOOLS_IN_TITLE = new Set(['button', 'img', 'svg'])

/** @returns the parts of a title without tools such as a picture to click, with spaces between them */
function titleText(title: PageElement): PageNode[] {
  for (const part of elementsOf(title))
    if (part.tagName === 'div' || part.tagName === 'p') part.tagName = part.nodeName = 'span'
  rewriteTree(title, (node) => (isElement(node) && TOOLS_IN_TITLE.has(node.tagName) ? [] : [node]))
  return title.childNodes.flatMap((node, at) => (at > 0 && isElement(node) ? [createText(' '), node] : [node]))
}

/** Turns a figure around a block that becomes a figure itself into a plain box. */
function openFigure(block: PageElement): void {
  const box = boxesAround(block).find(({ tagName }) => tagName === 'figure')
  if (box === undefined) return
  box.tagName = box.nodeName = 'div'
  box.attrs = []
}

/**
 * @returns whether an element is a code block. A `pre` may also contain a poem or a letter, so its classes, its
 * elements or the boxes around it must indicate code.
 */
function isCodeBlock(element: PageElement): boolean {
  if (element.tagName !== 'pre') return false
  if (codeLanguage(element) !== undefined || CODE_BOX.test(namesOf(element))) return true
  const inner = firstElements(element, MAX_SEARCHED_ELEMENTS)
  if (inner.some(({ tagName }) => tagName === 'code')) return true
  if (inner.some(({ tagName }) => LINE_BLOCKS.has(tagName)) && looksLikeCode(codeText(element))) return true
  return boxesAround(element).some((box) => CODE_BOX.test(namesOf(box)))
}

/** Tests for a table that a highlighter made from code: it has cells with line numbers, and cells with code. */
function isCodeTable(element: PageElement): boolean {
  if (element.tagName !== 'table') return false
  const cells = firstElements(element, MAX_SEARCHED_ELEMENTS).filter(({ tagName }) => tagName === 'td')
  if (!cells.some((cell) => isGutter(cell))) return false
  const others = cells.filter((cell) => !isGutter(cell))
  if (others.some((cell) => CODE_CELL.test(namesOf(cell)))) return true
  return isLineTable(element) && others.some((cell) => containsCode(cell) || preservedSpace(cell)?.startsWith('pre'))
}

function containsCode(cell: PageElement): boolean {
  return firstElements(cell, MAX_SEARCHED_ELEMENTS).some(({ tagName }) => tagName === 'pre' || tagName === 'code')
}

/** Removes buttons and labels from the boxes that syntax highlighters put around a code block. */
function dropTools(block: PageElement): void {
  for (const box of boxesAround(block)) {
    if (!CODE_BOX.test(namesOf(box))) return
    const tools = firstElements(box, MAX_SEARCHED_ELEMENTS).filter((element) => isTool(element, block))
    detachNode(box, new Set(tools))
  }
}

function isTool(element: PageElement, block: PageElement): boolean {
  if (element === block || element.tagName === 'pre') return false
  if (element.tagName === 'button' || attributeOf(element, 'role') === 'button') return true
  return (
    CODE_TOOL.test(namesOf(element)) &&
    textOf(element, MAX_TOOL_TEXT + 1).length <= MAX_TOOL_TEXT &&
    !containsCode(element)
  )
}
