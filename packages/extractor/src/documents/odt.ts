import {
  attributeOf,
  createElement,
  createText,
  elementsOf,
  findElement,
  isElement,
  isText,
  textOf,
  type PageElement,
  type PageNode,
} from '../dom/page-tree.ts'
import { collectPictures } from '../pictures/collect-pictures.ts'
import type { EmbeddedPictures } from '../pictures/embedded-pictures.ts'
import type { ReadDocument } from './document-article.ts'
import { parseXml } from './xml-tree.ts'
import { ArchiveError, readPicture, type ZipMembers } from './zip-members.ts'

export const ODT_TYPE = 'application/vnd.oasis.opendocument.text'

/**
 * Reads an OpenDocument text (OASIS OpenDocument 1.3, part 3): headings, paragraphs, lists, tables, links, notes,
 * pictures, and bold and italic text.
 *
 * @throws ArchiveError if the file is damaged
 */
export function readOdt(archive: ZipMembers, pictures: EmbeddedPictures): ReadDocument {
  const bytes = archive.read('content.xml')
  if (bytes === undefined) throw new ArchiveError('broken_file', 'content.xml is missing')
  const content = parseXml(bytes.toString('utf8'))
  const body = findElement(content, ({ tagName }) => tagName === 'text')
  if (body === undefined) throw new ArchiveError('broken_file', 'the document contains no text')
  const meta = parseXml(archive.read('meta.xml')?.toString('utf8') ?? '')
  const first = (name: string): string | undefined => {
    const element = findElement(meta, ({ tagName }) => tagName === name)
    return element && textOf(element, 1000)
  }
  const author = first('creator') ?? first('initial-creator')
  const root = createElement('div', {}, childrenOf(body, stylesOf(content)))
  collectPictures(root, pictures, (source) => readPicture(archive, source.replace(/^\.\//, '')))
  return {
    root,
    title: first('title'),
    authors: author === undefined ? [] : [author],
    date: first('creation-date') ?? first('date'),
    language: first('language'),
    note: 'OpenDocument text',
  }
}

/** The HTML elements that represent each style of the document, by the name of the style. */
type Styles = ReadonlyMap<string, readonly ('strong' | 'em')[]>

function stylesOf(content: PageElement): Styles {
  const styles = elementsOf(content).filter(({ tagName }) => tagName === 'style')
  return new Map(
    styles.map((style) => {
      const properties = findElement(style, ({ tagName }) => tagName === 'text-properties')
      const isBold = properties !== undefined && /bold|[6-9]00/.test(attributeOf(properties, 'font-weight') ?? '')
      const isItalic = properties !== undefined && /italic|oblique/.test(attributeOf(properties, 'font-style') ?? '')
      return [
        attributeOf(style, 'name') ?? '',
        [...(isBold ? ['strong' as const] : []), ...(isItalic ? ['em' as const] : [])],
      ]
    }),
  )
}

function childrenOf(parent: PageElement, styles: Styles): PageNode[] {
  return parent.childNodes.flatMap((child) => {
    if (isText(child)) return [createText(child.value)]
    return isElement(child) ? elementOf(child, styles) : []
  })
}

/** Elements of OpenDocument, each with the HTML element that it becomes. */
const HTML_ELEMENTS: ReadonlyMap<string, string> = new Map([
  ['p', 'p'],
  ['list', 'ul'],
  ['list-item', 'li'],
  ['table', 'table'],
  ['table-row', 'tr'],
  ['table-cell', 'td'],
  ['table-header-rows', 'thead'],
])
const DROPPED_ELEMENTS = new Set(
  'annotation sequence-decls tracked-changes table-of-content bookmark forms note-citation'.split(' '),
)

type Writer = (element: PageElement, styles: Styles) => readonly PageNode[]

const heading: Writer = (element, styles) => {
  const level = Math.min(6, Math.max(1, numberOf(element, 'outline-level')))
  return [createElement(`h${level}`, {}, childrenOf(element, styles))]
}

/**
 * Writes a frame with a picture. The alternative text of the picture is the frame's title or description (part 3,
 * 10.3.17 and 10.3.18).
 */
const frame: Writer = (element, styles) => {
  const alt = ['desc', 'title'].map((name) => findElement(element, ({ tagName }) => tagName === name)).find(Boolean)
  const shown = element.childNodes.filter((child) => !isElement(child) || !/^(?:desc|title)$/.test(child.tagName))
  const nodes = shown.flatMap((child) => (isElement(child) ? elementOf(child, styles) : []))
  if (alt === undefined) return nodes
  return nodes.map((node) =>
    isElement(node) && node.tagName === 'img'
      ? createElement('img', { src: attributeOf(node, 'src') ?? '', alt: textOf(alt, 1000) }, [])
      : node,
  )
}

const ELEMENT_WRITERS: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ['s', (element) => [createText(' '.repeat(Math.min(100, numberOf(element, 'c'))))]],
  ['tab', () => [createText(' ')]],
  ['line-break', () => [createElement('br', {}, [])]],
  ['h', heading],
  [
    'a',
    (element, styles) => [
      createElement('a', { href: attributeOf(element, 'href') ?? '' }, childrenOf(element, styles)),
    ],
  ],
  [
    'note',
    (element, styles) => [
      createElement('small', {}, [createText(' ['), ...childrenOf(element, styles), createText(']')]),
    ],
  ],
  ['frame', frame],
  ['image', (element) => [createElement('img', { src: attributeOf(element, 'href') ?? '' }, [])]],
  ['note-body', (element, styles) => element.childNodes.filter(isElement).flatMap((part) => childrenOf(part, styles))],
  [
    'span',
    (element, styles) =>
      styled(childrenOf(element, styles), styles.get(attributeOf(element, 'style-name') ?? '') ?? []),
  ],
])

function elementOf(element: PageElement, styles: Styles): readonly PageNode[] {
  const { tagName } = element
  if (DROPPED_ELEMENTS.has(tagName)) return []
  const writer = ELEMENT_WRITERS.get(tagName)
  if (writer !== undefined) return writer(element, styles)
  const name = HTML_ELEMENTS.get(tagName)
  const children = childrenOf(element, styles)
  return name === undefined ? children : [createElement(name, {}, children)]
}

/** @returns the whole number in an attribute; 1 if it is missing or smaller */
function numberOf(element: PageElement, name: string): number {
  return Math.max(1, Math.floor(Number(attributeOf(element, name) ?? 1)) || 1)
}

function styled(children: readonly PageNode[], names: readonly string[]): readonly PageNode[] {
  return names.reduceRight<readonly PageNode[]>((inner, name) => [createElement(name, {}, inner)], children)
}
