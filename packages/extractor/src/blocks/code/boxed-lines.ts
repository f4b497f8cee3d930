import { namesOf } from '../../dom/class-name-hints.ts'
import type { ElementList } from '../../dom/element-list.ts'
import {
  attributeOf,
  createElement,
  createText,
  firstElements,
  isElement,
  isText,
  setAttribute,
  setChildren,
  textOf,
  type PageElement,
} from '../../dom/page-tree.ts'
import { isFormulaPlaceholder } from '../../mathematics/formula.ts'
import { isGutter } from './line-numbers.ts'

/** Matches names of boxes with code, such as those of Doxygen, LaTeXML and Quill. */
const BOX_NAME = /(?:^|[\s_-])(?:fragment|(?:lst)?listing|code)(?=$|[\s_-])/i
/** Attributes in which editors such as Slate and Lexical name the kind of a box, whose class is generated. */
const KIND_ATTRIBUTES = ['data-slate-type', 'data-block-type', 'data-node-type'] as const
const CODE_KIND = /^(?:pre|code(?:[_-]?block)?)$/i
const LINE_NAME = /(?:^|[\s_-])(?:line|listingline|code-?(?:line|block|box))(?=$|\s)/i
/** Matches the language in class names of LaTeXML. */
const LISTING_LANGUAGE = /(?:^|[\s_-])lst_language_([a-z]{1,20})(?=$|\s)/i
const MAX_LINES = 5000
const MAX_LINE = 2000
/** Number of elements in a box that are searched for formulas. */
const MAX_SEARCHED_ELEMENTS = 2000

/**
 * Turns boxes of code whose lines are boxes, without a `pre`, into code blocks. Their style sheets preserve the white space.
 *
 * @param elements the elements of the page, changed in place
 * @returns the number of code blocks
 */
export function blockBoxedLines(elements: ElementList): number {
  let count = 0
  for (const box of codeBoxes(elements)) {
    const lines = linesIn(box) ?? linesIn(onlyBoxIn(box)) ?? []
    if (lines.length === 0 || firstElements(box, MAX_SEARCHED_ELEMENTS).some(isFormulaPlaceholder)) continue
    const language = LISTING_LANGUAGE.exec(namesOf(box))?.[1]?.toLowerCase()
    const stated = attributeOf(lines[0]!, 'data-language') ?? attributeOf(box, 'data-code-language')
    const code = createElement('code', {}, [createText(lines.map(textOfLine).join('\n'))])
    if (language !== undefined) setAttribute(code, 'class', `language-${language}`)
    if (stated !== undefined) setAttribute(box, 'data-language', stated)
    box.tagName = box.nodeName = 'pre'
    setChildren(box, [code])
    count += 1
  }
  return count
}

function codeBoxes(elements: ElementList): PageElement[] {
  const stated = KIND_ATTRIBUTES.flatMap((attribute) => elements.withAttribute(attribute))
  const boxes = new Set([...elements.withClass(BOX_NAME), ...stated.filter((box) => CODE_KIND.test(kindOf(box)))])
  return [...boxes].filter(({ tagName }) => tagName === 'div')
}

function kindOf({ attrs }: PageElement): string {
  return attrs.find(({ name }) => (KIND_ATTRIBUTES as readonly string[]).includes(name))?.value ?? ''
}

/** @returns the only box in a box; the box itself if it contains anything else */
function onlyBoxIn(box: PageElement): PageElement {
  const [only, second] = box.childNodes.filter((node) => isElement(node) || (isText(node) && node.value.trim() !== ''))
  return second === undefined && only !== undefined && isElement(only) && only.tagName === 'div' ? only : box
}

/** @returns whether a box is a line of code according to its class, or to an editor */
function isLine(box: PageElement): boolean {
  return box.tagName === 'div' && LINE_NAME.test(`${namesOf(box)} ${kindOf(box)}`.trim())
}

/** @returns the lines in a box that contains nothing else but a link for a download; undefined for other boxes */
function linesIn({ childNodes }: PageElement): PageElement[] | undefined {
  if (childNodes.some((node) => isText(node) && node.value.trim() !== '')) return undefined
  const children = childNodes.filter(isElement)
  const lines = children.filter(isLine)
  const others = children.filter((child) => !lines.includes(child))
  return lines.length > 0 && lines.length <= MAX_LINES && others.every(isDownload) ? lines : undefined
}

function isDownload(element: PageElement): boolean {
  return [element, ...firstElements(element, 3)].some((one) => attributeOf(one, 'download') !== undefined)
}

function textOfLine(line: PageElement): string {
  const first = line.childNodes.find(isElement)
  const children = line.childNodes.filter((node) => node !== first || !isGutter(node as PageElement))
  const text = children.map((node) => (isText(node) ? node.value : isElement(node) ? textOf(node, MAX_LINE) : ''))
  return text
    .join('')
    .replaceAll(/[\r\n]/g, '')
    .trimEnd()
}
