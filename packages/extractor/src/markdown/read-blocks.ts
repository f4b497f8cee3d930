import { flattenBelow, parseHtmlFragment } from '../dom/parse-page.ts'
import { attributeOf, elementsOf, isElement, isText, textOf } from '../dom/page-tree.ts'
import type { PageElement, PageParent } from '../dom/page-tree.ts'
import { readFormula } from './formula-text.ts'
import type { Block, TextRun, TextStyle } from './block.ts'
import { validPlaceAddress, validPlaceId } from '../blocks/place-id.ts'
import { linkAddress } from './link-address.ts'
import { RunCollector } from './run-collector.ts'
import { tableGrid, type SpanningCell } from './table-grid.ts'

/**
 * Maximum nesting, deeper than in any real article. Deeper elements are flattened: in Markdown, each level of lists and
 * quotations lengthens every line.
 */
const MAX_DEPTH = 100

/**
 * Converts sanitised HTML to blocks. Elements below level 100 are flattened, because the conversion is recursive.
 * @returns the blocks of the article; unsupported elements are replaced by their text
 * @throws TooLargeError above 200,000 elements
 */
export function readBlocks(content: string): readonly Block[] {
  const tree = parseHtmlFragment(content)
  flattenBelow(tree, MAX_DEPTH)
  return blocksIn(tree, {})
}

interface Sink {
  readonly blocks: Block[]
  readonly line: RunCollector
}

function blocksIn(parent: PageParent, style: TextStyle): readonly Block[] {
  const sink: Sink = { blocks: [], line: new RunCollector() }
  readChildren(parent, style, sink)
  endParagraph(sink)
  return sink.blocks
}

function endParagraph({ blocks, line }: Sink): void {
  const runs = line.take()
  if (runs.length > 0) blocks.push({ kind: 'paragraph', runs })
}

function readChildren(parent: PageParent, style: TextStyle, sink: Sink): void {
  for (const child of parent.childNodes) {
    if (isText(child)) sink.line.add(child.value, style)
    else if (isElement(child)) readElement(child, style, sink)
  }
}

type Reader = (element: PageElement, style: TextStyle, sink: Sink) => void

function readElement(element: PageElement, around: TextStyle, sink: Sink): void {
  const style = withPlace(element, around)
  const reader = ELEMENT_READERS.get(element.tagName)
  if (reader) reader(element, style, sink)
  else if (CONTAINER_ELEMENTS.has(element.tagName)) readContainer(element, style, sink)
  else readChildren(element, { ...style, ...styleOf(element) }, sink)
}

/** @returns the style with the id of the element, to which links of the article may lead */
function withPlace(element: PageElement, style: TextStyle): TextStyle {
  const id = validPlaceId(attributeOf(element, 'id'))
  if (id === undefined) return style
  return { ...style, places: style.places === undefined ? id : `${style.places} ${id}` }
}

const CONTAINER_ELEMENTS = new Set(
  'address article aside details div dl figure footer header main p section'.split(' '),
)

const readContainer: Reader = (element, style, sink) => {
  endParagraph(sink)
  readChildren(element, style, sink)
  endParagraph(sink)
}

const INLINE_STYLES: Readonly<Record<string, TextStyle>> = {
  b: { isBold: true },
  strong: { isBold: true },
  i: { isItalic: true },
  em: { isItalic: true },
  cite: { isItalic: true },
  dfn: { isItalic: true },
  var: { isItalic: true },
  code: { isCode: true },
  kbd: { isCode: true },
  samp: { isCode: true },
  s: { isStruck: true },
  del: { isStruck: true },
  sub: { isSub: true },
  sup: { isSup: true },
}

function styleOf(element: PageElement): TextStyle {
  if (element.tagName !== 'a') return INLINE_STYLES[element.tagName] ?? {}
  const address = attributeOf(element, 'href')
  const linkedPlace = validPlaceAddress(address)?.slice(1)
  if (linkedPlace !== undefined) return { linkedPlace }
  const href = linkAddress(address)
  return href === undefined ? {} : { href }
}

/** @returns a reader for block elements, which ends the current paragraph before it adds the blocks */
function blockReader(make: (element: PageElement, style: TextStyle) => readonly Block[]): Reader {
  return (element, style, sink) => {
    endParagraph(sink)
    for (const block of make(element, style)) sink.blocks.push(block)
  }
}

const heading = blockReader((element, style) => {
  const runs = runsIn(element, style)
  return runs.length === 0 ? [] : [{ kind: 'heading', level: Number(element.tagName[1]), runs }]
})

const list = blockReader((element, style) => {
  const items = element.childNodes.filter(isElement).map((item) => blocksIn(item, withPlace(item, style)))
  const start = element.tagName === 'ol' ? wholeNumber(attributeOf(element, 'start'), 1) : undefined
  return [{ kind: 'list', start, items: items.filter(({ length }) => length > 0) }]
})

const code = blockReader((element) => {
  const named = [element, ...elementsOf(element)].map((one) => attributeOf(one, 'class') ?? '')
  const language = /(?:^|\s)language-([\w+#.-]{1,30})/.exec(named.join(' ').slice(0, 1000))?.[1] ?? ''
  const text = codeText(element).replace(/^\n/, '').trimEnd()
  return text === '' ? [] : [{ kind: 'code', text, language }]
})

function codeText(element: PageElement): string {
  if (!elementsOf(element).some(({ tagName }) => tagName === 'br')) return textOf(element, Number.POSITIVE_INFINITY)
  const pieces = element.childNodes.map((child) => {
    if (isText(child)) return child.value
    if (!isElement(child)) return ''
    return child.tagName === 'br' ? '\n' : codeText(child)
  })
  return pieces.join('')
}

const table = blockReader((element, style) => {
  const rows = tableGrid(
    rowGroups(element).map((group) =>
      group.map((row) => row.childNodes.filter(isElement).map((cell) => tableCell(cell, style))),
    ),
  )
  const caption = element.childNodes.filter(isElement).find(({ tagName }) => tagName === 'caption')
  const title = caption ? runsIn(caption, { ...style, isBold: true }) : []
  return [
    ...(title.length > 0 ? [{ kind: 'paragraph', runs: title } as const] : []),
    ...(rows.length > 0 ? [{ kind: 'table', rows } as const] : []),
  ]
})

const isRow = ({ tagName }: PageElement): boolean => tagName === 'tr'

/** @returns the rows of each part of a table. Rows outside of parts are one part. */
function rowGroups(element: PageElement): readonly (readonly PageElement[])[] {
  const children = element.childNodes.filter(isElement)
  const parts = children.filter(({ tagName }) => /^t(?:head|body|foot)$/.test(tagName))
  return [children.filter(isRow), ...parts.map((part) => part.childNodes.filter(isElement).filter(isRow))]
}

function tableCell(cell: PageElement, style: TextStyle): SpanningCell {
  return {
    isHeader: cell.tagName === 'th',
    runs: runsIn(cell, withPlace(cell, style)),
    columns: Math.max(1, wholeNumber(attributeOf(cell, 'colspan'), 1)),
    rows: wholeNumber(attributeOf(cell, 'rowspan'), 1),
  }
}

const media: Reader = (element, style, sink) => {
  const sources = [element, ...elementsOf(element)].map((one) => linkAddress(attributeOf(one, 'src')))
  const href = sources.find((address) => address !== undefined)
  endParagraph(sink)
  if (href !== undefined) sink.blocks.push({ kind: 'paragraph', runs: [{ ...style, text: href, href }] })
}

/** Reads the text of a formula, because other output formats have no MathML. */
const formula: Reader = (element, style, sink) => {
  const { text, isTex, isDisplay } = readFormula(element)
  if (isDisplay) endParagraph(sink)
  sink.line.add(text, { ...style, isCode: true, ...(isTex && { formula: isDisplay ? 'display' : 'inline' }) })
  if (isDisplay) endParagraph(sink)
}

const image = blockReader((element) => {
  const source = attributeOf(element, 'src') ?? ''
  const address = linkAddress(source)
  const alt = (attributeOf(element, 'alt') ?? '').replaceAll(/\s+/g, ' ').trim()
  return address === undefined ? [] : [{ kind: 'image', source, address, alt }]
})

const styledReader =
  (added: TextStyle): Reader =>
  (element, style, sink) =>
    readContainer(element, { ...style, ...added }, sink)

const quotedReader =
  (before: string, after: string): Reader =>
  (element, style, sink) => {
    sink.line.add(before, style)
    readChildren(element, style, sink)
    sink.line.add(after, style)
  }

const ELEMENT_READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, heading] as const),
  ['ul', list],
  ['ol', list],
  ['dd', blockReader((element, style) => [{ kind: 'list', start: undefined, items: [blocksIn(element, style)] }])],
  ['dt', styledReader({ isBold: true })],
  ['summary', styledReader({ isBold: true })],
  ['figcaption', styledReader({ isItalic: true })],
  ['blockquote', blockReader((element, style) => [{ kind: 'quote', blocks: blocksIn(element, style) }])],
  ['pre', code],
  ['table', table],
  ['img', image],
  ['math', formula],
  ['hr', blockReader(() => [{ kind: 'rule' }])],
  ['br', (_element, _style, sink) => sink.line.break()],
  ['audio', media],
  ['video', media],
  ['q', quotedReader('“', '”')],
  ['rt', quotedReader('(', ')')],
  ['rp', () => undefined],
])

/** @returns the whole text of an element, with line breaks between its blocks */
function runsIn(element: PageElement, style: TextStyle): readonly TextRun[] {
  const all: TextRun[] = []
  for (const block of blocksIn(element, style)) {
    if (all.length > 0) all.push({ text: '\n' })
    for (const run of flatRuns(block)) all.push(run)
  }
  return all
}

function flatRuns(block: Block): readonly TextRun[] {
  if (block.kind === 'paragraph' || block.kind === 'heading') return block.runs
  if (block.kind === 'code') return [{ text: block.text, isCode: true }]
  if (block.kind === 'image') return [{ text: block.alt === '' ? block.address : block.alt, href: block.address }]
  if (block.kind === 'quote') return block.blocks.flatMap(flatRuns)
  if (block.kind === 'list') return block.items.flat().flatMap((inner) => [...flatRuns(inner), { text: ' ' }])
  return block.kind === 'table' ? block.rows.flat().flatMap(({ runs }) => [...runs, { text: ' ' }]) : []
}

function wholeNumber(text: string | undefined, fallback: number): number {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : fallback
}
