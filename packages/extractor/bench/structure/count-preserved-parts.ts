import { extractPage } from '../../src/extract-page.ts'
import {
  attributeOf,
  elementsOf,
  isElement,
  textOf,
  type PageElement,
  type PageParent,
} from '../../src/dom/page-tree.ts'
import { parseHtmlFragment } from '../../src/dom/parse-page.ts'
import { expectedOf, writePage } from './markup-dialect.ts'
import { DIALECTS } from './markup-dialects.ts'
import { aStory, type Code, type Figure, type Story, type Table } from './story.ts'

type StructureKind = 'headings' | 'code' | 'tables' | 'figures' | 'quotes'

interface Kept {
  readonly kept: number
  readonly wanted: number
  /** Missing parts, each as `page: part`. */
  readonly lost: readonly string[]
}

/**
 * @returns for each kind of part, the number of parts in the generated pages, and how many of them the extraction
 * preserves
 */
export function countPreservedParts(): Record<StructureKind, Kept> {
  const results = DIALECTS.map((dialect) => {
    const story = aStory(dialect.language ?? 'en')
    const source = {
      url: `https://${dialect.name}.example/a/page`,
      text: writePage(dialect, story),
      mimetype: 'text/html',
    }
    const extraction = extractPage(source, [])
    const content = extraction.kind === 'article' ? extraction.article.content : ''
    return keptOf(dialect.name, expectedOf(dialect, story), parseHtmlFragment(content))
  })
  const sum = (kind: StructureKind): Kept => ({
    kept: results.reduce((total, result) => total + result[kind].kept, 0),
    wanted: results.reduce((total, result) => total + result[kind].wanted, 0),
    lost: results.flatMap((result) => result[kind].lost),
  })
  return {
    headings: sum('headings'),
    code: sum('code'),
    tables: sum('tables'),
    figures: sum('figures'),
    quotes: sum('quotes'),
  }
}

function keptOf(name: string, story: Story, tree: PageParent): Record<StructureKind, Kept> {
  const elements = elementsOf(tree)
  const compare = <T>(parts: readonly T[], isKept: (part: T) => boolean, show: (part: T) => string): Kept => {
    const lost = parts.filter((part) => !isKept(part))
    return {
      kept: parts.length - lost.length,
      wanted: parts.length,
      lost: lost.map((part) => `${name}: ${show(part)}`),
    }
  }
  const texts = (pattern: RegExp): string[] =>
    elements.filter(({ tagName }) => pattern.test(tagName)).map((element) => plain(textOf(element)))
  const headings = texts(/^h[1-6]$/)
  const quotes = texts(/^blockquote$/)
  return {
    headings: compare(story.headings, (text) => headings.includes(plain(text)), String),
    code: compare(
      story.codes,
      (code) => elements.some((one) => isThisCode(one, code)),
      ({ language }) => language,
    ),
    tables: compare(
      story.tables,
      (table) => elements.some((one) => isThisTable(one, table)),
      (table) => `${table.length} rows`,
    ),
    figures: compare(
      story.figures,
      (figure) => elements.some((one) => isThisFigure(one, figure)),
      ({ address }) => address,
    ),
    quotes: compare(story.quotes, (text) => quotes.some((quote) => quote.includes(plain(text))), String),
  }
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function isThisCode(element: PageElement, { text, language }: Code): boolean {
  const code = element.tagName === 'pre' ? element.childNodes.find(isElement) : undefined
  return code?.tagName === 'code' && attributeOf(code, 'class') === `language-${language}` && textOf(code) === text
}

function isThisTable(element: PageElement, [head = [], ...rows]: Table): boolean {
  if (element.tagName !== 'table') return false
  const cells = (tagName: string): string[] =>
    elementsOf(element)
      .filter((cell) => cell.tagName === tagName)
      .map((cell) => plain(textOf(cell)))
  return isSame(cells('th'), head) && isSame(cells('td'), rows.flat())
}

function isSame(found: readonly string[], wanted: readonly string[]): boolean {
  return JSON.stringify(found) === JSON.stringify(wanted)
}

/** @returns true if the element is a figure with the same picture and caption */
function isThisFigure(element: PageElement, { address, caption }: Figure): boolean {
  if (element.tagName !== 'figure') return false
  const isPicture = (one: PageElement): boolean => one.tagName === 'img' && attributeOf(one, 'src') === address
  return elementsOf(element).some(isPicture) && plain(textOf(element)).includes(plain(caption))
}
