import {
  attributeOf,
  elementsOf,
  isElement,
  isText,
  linkAddress,
  parseHtmlFragment,
  readFormula,
  textOf,
  type PageElement,
  type PageNode,
  type PageParent,
} from '@dogear/extractor/content'
import { isReadingBlock } from '../../annotations/reading-blocks.ts'
import { xmlText } from '../formats/xml-text.ts'
import { blockMark } from './block-paths.ts'
import { mathmlMarkup } from './mathml-markup.ts'
import { ownAttributes, XhtmlAttributes } from './xhtml-attributes.ts'

/** Adds an image to the book. Returns the path of its copy, or undefined if no copy is available. */
export type AddImage = (address: string) => string | undefined

interface XhtmlOptions {
  readonly addImage: AddImage
  /** text shown for an image that has neither a copy nor alternative text */
  readonly imageWord: string
  /** true to mark the blocks at which a reading position can be (`block-paths.ts`) */
  readonly hasMarks: boolean
}

/**
 * Converts sanitised HTML to the body of a content document. The result is well-formed and contains elements only where
 * the HTML standard allows them, so that validators and strict reading systems accept it.
 * @throws TooLargeError above 200,000 elements
 */
export function xhtmlContent(content: string, { addImage, imageWord, hasMarks }: XhtmlOptions): string {
  const tree = parseHtmlFragment(content)
  const attributes = new XhtmlAttributes()
  const blocks = hasMarks ? elementsOf(tree).filter(({ tagName }) => isReadingBlock(tagName)) : []
  const blockOf = new Map(blocks.map((element, block) => [element, block]))
  const scope: Scope = { addImage, imageWord, attributes, blockOf, withBlocks: elementsWithBlocks(tree) }
  return attributes.removeBrokenLinks(childrenMarkup(tree, { isPhrasing: false, isInLink: false }, scope))
}

/** Values that are the same for all elements of a document. */
interface Scope {
  readonly addImage: AddImage
  readonly imageWord: string
  readonly attributes: XhtmlAttributes
  /** numbers of the blocks to mark */
  readonly blockOf: ReadonlyMap<PageElement, number>
  readonly withBlocks: ReadonlySet<PageParent>
}

/** The context in which an element is written. */
interface WritingContext {
  /** true if only text and inline elements are allowed here (HTML standard 3.2.5.2.5) */
  readonly isPhrasing: boolean
  readonly isInLink: boolean
  /** true in a link without text: its images need an alternative text, because they name the link */
  readonly isNamingLink?: boolean
}

const words = (text: string): readonly string[] => text.split(' ')
const HEADINGS = words('h1 h2 h3 h4 h5 h6')
/** Block elements that may contain other blocks as well as text. */
const FLOW_ELEMENTS = new Set(words('blockquote div section'))
/** Block elements that may contain only text and inline elements. */
const TEXT_BLOCKS = new Set(['p', 'pre', ...HEADINGS])
const INLINE_ELEMENTS = new Set(
  words('abbr b bdi cite code del em i ins kbd mark q s samp small span strong sub sup u var'),
)
/** Elements that may contain whatever their parent may contain. */
const TRANSPARENT_ELEMENTS = new Set(words('a del ins'))
const BLOCK_ELEMENTS = new Set([
  ...FLOW_ELEMENTS,
  ...TEXT_BLOCKS,
  ...words('dd details dl dt figcaption figure hr li ol summary table ul'),
])

/** Elements written as `div`, with a class that preserves their appearance. */
const AS_DIVISION: ReadonlyMap<string, string> = new Map([
  ['figure', 'figure'],
  ['figcaption', 'caption'],
  ['details', 'details'],
  ['summary', 'summary'],
  ['li', 'item'],
  ['dt', 'b'],
  ['dd', 'item'],
])

/**
 * Visits the elements in reverse document order, so that each element is visited before its parent.
 * @returns the elements that have a block among their descendants
 */
function elementsWithBlocks(tree: PageParent): ReadonlySet<PageParent> {
  const found = new Set<PageParent>()
  for (const element of elementsOf(tree).toReversed()) {
    if (!element.parentNode) continue
    if (BLOCK_ELEMENTS.has(element.tagName) || found.has(element)) found.add(element.parentNode)
  }
  return found
}

function childrenMarkup(parent: PageParent, context: WritingContext, scope: Scope): string {
  let markup = ''
  for (const child of parent.childNodes) markup += nodeMarkup(child, context, scope)
  return markup
}

function nodeMarkup(node: PageNode, context: WritingContext, scope: Scope): string {
  if (isText(node)) return xmlText(node.value)
  if (!isElement(node)) return ''
  const writer = WRITERS.get(node.tagName)
  if (writer) return writer(node, context, scope)
  if (BLOCK_ELEMENTS.has(node.tagName)) return blockMarkup(node, context, scope)
  if (INLINE_ELEMENTS.has(node.tagName)) return inlineMarkup(node, context, scope)
  return childrenMarkup(node, context, scope)
}

/** @param name tag name, optionally followed by attributes */
function tag(name: string, element: PageElement, inner: string, { attributes, blockOf }: Scope): string {
  const block = blockOf.get(element)
  const mark = block === undefined ? '' : blockMark(block)
  return `<${name}${mark}${attributes.common(element)}>${inner}</${name.split(' ', 1)[0]}>`
}

function blockMarkup(element: PageElement, context: WritingContext, scope: Scope): string {
  const { tagName } = element
  if (context.isPhrasing) return tag('span class="block"', element, childrenMarkup(element, context, scope), scope)
  if (FLOW_ELEMENTS.has(tagName)) return tag(tagName, element, childrenMarkup(element, context, scope), scope)
  if (TEXT_BLOCKS.has(tagName)) return tag(tagName, element, phrasing(element, context, scope), scope)
  const name = AS_DIVISION.get(tagName) ?? 'item'
  return tag(`div class="${name}"`, element, childrenMarkup(element, context, scope), scope)
}

function phrasing(element: PageElement, context: WritingContext, scope: Scope): string {
  return childrenMarkup(element, { ...context, isPhrasing: true }, scope)
}

/**
 * Writes an inline element. XHTML forbids blocks in most inline elements, so an element that contains blocks becomes a
 * `div`; only `a`, `del` and `ins` may contain blocks.
 */
function inlineMarkup(element: PageElement, context: WritingContext, scope: Scope): string {
  const { tagName } = element
  const keepsSpot = context.isPhrasing || TRANSPARENT_ELEMENTS.has(tagName)
  const isAround = !keepsSpot && scope.withBlocks.has(element)
  if (isAround) return tag(`div class="${tagName}"`, element, childrenMarkup(element, context, scope), scope)
  const inner = keepsSpot ? childrenMarkup(element, context, scope) : phrasing(element, context, scope)
  return tag(tagName, element, inner, scope)
}

/** Maximum number of characters in a link that are searched for a text. */
const MAX_BLANK = 1000

type Writer = (element: PageElement, context: WritingContext, scope: Scope) => string

const link: Writer = (element, context, scope) => {
  if (context.isInLink) return tag('span', element, phrasing(element, context, scope), scope)
  const isNamingLink = textOf(element, MAX_BLANK).trim() === ''
  const inner = childrenMarkup(element, { ...context, isInLink: true, isNamingLink }, scope)
  return tag(`a${ownAttributes(element)}`, element, inner, scope)
}

const list: Writer = (element, context, scope) => {
  if (context.isPhrasing) return blockMarkup(element, context, scope)
  const items = element.childNodes.map((child) => {
    if (isText(child) && child.value.trim() === '') return ''
    if (!isElement(child) || child.tagName !== 'li') return `<li>${nodeMarkup(child, context, scope)}</li>`
    return tag(`li${ownAttributes(child)}`, child, childrenMarkup(child, context, scope), scope)
  })
  return tag(element.tagName + ownAttributes(element), element, items.join(''), scope)
}

/** Writes a definition list. If its terms and definitions do not alternate as XHTML requires, writes blocks instead. */
const definitions: Writer = (element, context, scope) => {
  const parts = element.childNodes.filter(isElement)
  const order = parts.map(({ tagName }) => (tagName === 'dt' ? 't' : tagName === 'dd' ? 'd' : 'x')).join('')
  const hasText = element.childNodes.some((child) => isText(child) && child.value.trim() !== '')
  if (context.isPhrasing || hasText || !/^t[td]*d$/.test(order)) return blockMarkup(element, context, scope)
  const items = parts.map((part) => {
    const inner = part.tagName === 'dt' ? phrasing(part, context, scope) : childrenMarkup(part, context, scope)
    return tag(part.tagName, part, inner, scope)
  })
  return tag('dl', element, items.join(''), scope)
}

const table: Writer = (element, context, scope) => {
  if (context.isPhrasing) return blockMarkup(element, context, scope)
  const parts = element.childNodes.filter(isElement)
  const named = (name: string) => parts.filter(({ tagName }) => tagName === name)
  const [caption] = named('caption')
  const [head, ...furtherHeads] = named('thead')
  const [foot, ...furtherFeet] = named('tfoot')
  const bodies = [...furtherHeads, ...named('tbody'), ...furtherFeet]
  const inner = [
    caption ? tag('caption', caption, phrasing(caption, context, scope), scope) : '',
    head ? rows('thead', head, context, scope) : '',
    ...bodies.map((body) => rows('tbody', body, context, scope)),
    foot ? rows('tfoot', foot, context, scope) : '',
  ]
  return tag('table', element, inner.join(''), scope)
}

/** Writes the rows of a table section. The HTML parser has already put each row into a section. */
function rows(name: string, part: PageElement, context: WritingContext, scope: Scope): string {
  const markup = part.childNodes.filter(isElement).map((row) => {
    const cells = row.childNodes.filter(isElement).map((cell) => cellMarkup(cell, context, scope))
    return tag('tr', row, cells.join(''), scope)
  })
  return tag(name, part, markup.join(''), scope)
}

function cellMarkup(cell: PageElement, context: WritingContext, scope: Scope): string {
  const isHeader = cell.tagName === 'th'
  const inner = isHeader ? phrasing(cell, context, scope) : childrenMarkup(cell, context, scope)
  return tag((isHeader ? 'th' : 'td') + ownAttributes(cell), cell, inner, scope)
}

const image: Writer = (element, context, { addImage, imageWord }) => {
  const address = linkAddress(attributeOf(element, 'src'))
  const stated = attributeOf(element, 'alt') ?? ''
  const alt = context.isNamingLink && stated.trim() === '' ? imageWord : stated
  const path = address === undefined ? undefined : addImage(attributeOf(element, 'src') ?? '')
  if (path !== undefined) return `<img src="${xmlText(path)}" alt="${xmlText(alt)}"/>`
  const text = xmlText(alt.trim() === '' ? imageWord : alt)
  return context.isInLink || address === undefined ? `[${text}]` : `<a href="${xmlText(address)}">[${text}]</a>`
}

/** Writes a formula as MathML. Includes the formula as text, for reading systems that do not support MathML. */
const formula: Writer = (element) => {
  const { text, isDisplay } = readFormula(element)
  const display = isDisplay ? ' display="block"' : ''
  const inner = element.childNodes.map((child) => mathmlMarkup(child, 'math')).join('')
  return `<math xmlns="http://www.w3.org/1998/Math/MathML"${display} alttext="${xmlText(text)}">${inner}</math>`
}

const media: Writer = (element, context) => {
  const sources = [element, ...elementsOf(element)].map((one) => linkAddress(attributeOf(one, 'src')))
  const address = sources.find((source) => source !== undefined)
  if (address === undefined) return ''
  const text = xmlText(address)
  const markup = context.isInLink ? text : `<a href="${text}">${text}</a>`
  return context.isPhrasing ? markup : `<p>${markup}</p>`
}

/** Ruby annotations show the pronunciation of words. The fallback for browsers without ruby support is omitted. */
const ruby: Writer = (element, context, scope) => {
  const parts = element.childNodes.filter((child) => !isElement(child) || child.tagName !== 'rp')
  const isRuby = parts.at(-1)?.nodeName === 'rt' && parts[0]?.nodeName !== 'rt'
  const inner = parts.map((part) => {
    const isReading = isRuby && isElement(part) && part.tagName === 'rt'
    return isReading
      ? tag('rt', part, phrasing(part, context, scope), scope)
      : nodeMarkup(part, phrasingContext(context), scope)
  })
  return tag(isRuby ? 'ruby' : 'span', element, inner.join(''), scope)
}

const phrasingContext = (context: WritingContext): WritingContext => ({ ...context, isPhrasing: true })

const override: Writer = (element, context, scope) => {
  const name = /^(?:ltr|rtl)$/i.test(attributeOf(element, 'dir') ?? '') ? 'bdo' : 'span'
  return tag(name, element, phrasing(element, context, scope), scope)
}

const inSpan: Writer = (element, context, scope) => tag('span', element, phrasing(element, context, scope), scope)

const WRITERS: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ['a', link],
  ['ul', list],
  ['ol', list],
  ['dl', definitions],
  ['table', table],
  ['img', image],
  ['math', formula],
  ['audio', media],
  ['video', media],
  ['ruby', ruby],
  ['bdo', override],
  ['dfn', inSpan],
  ['rt', inSpan],
  ['rp', () => ''],
  ['time', inSpan],
  ['br', () => '<br/>'],
  ['wbr', () => '<wbr/>'],
  ['hr', (_element, { isPhrasing }) => (isPhrasing ? '<br/>' : '<hr/>')],
])
