import {
  attributeOf,
  createElement,
  createText,
  findElement,
  isElement,
  isText,
  setChildren,
  textOf,
  type PageElement,
  type PageNode,
} from '../../dom/page-tree.ts'
import type { OdtStyles, Role } from './odt-styles.ts'

/** Elements of OpenDocument, each with the HTML element that it becomes. */
const HTML_ELEMENTS: ReadonlyMap<string, string> = new Map([
  ['list-item', 'li'],
  ['list-header', 'li'],
  ['table', 'table'],
  ['table-row', 'tr'],
  ['table-header-rows', 'thead'],
  ['ruby', 'ruby'],
  ['ruby-text', 'rt'],
])
/** Elements that are no text of the document, or hidden. */
const DROPPED_ELEMENTS = new Set(
  (
    'annotation covered-table-cell forms hidden-paragraph hidden-text note-citation sequence-decls table-of-content ' +
    'tracked-changes'
  ).split(' '),
)
/** Elements for the paragraphs of a role. The outer one contains paragraphs of it that follow each other. */
const ROLE_ELEMENTS: Readonly<Record<Role, readonly [outer: string, inner: string | undefined]>> = {
  title: ['h1', undefined],
  quotation: ['blockquote', 'p'],
  code: ['pre', undefined],
  term: ['dl', 'dt'],
  definition: ['dl', 'dd'],
}
const JOINED = new Set(['blockquote', 'pre', 'dl'])
const MAX_FORMULAS = 1000
const MAX_SPACES = 100

interface Place {
  /** Level of the innermost list, from 1; 0 outside of lists */
  readonly level: number
  /** Style of the innermost list with one. Lists in it inherit it. */
  readonly listStyle: string | undefined
  readonly isHeadRow: boolean
}

type Writer = (element: PageElement, place: Place) => readonly PageNode[]

/** Writes the elements of an OpenDocument text as HTML elements. */
export class OdtWriter {
  readonly #styles: OdtStyles
  readonly #xmlOf: (name: string) => PageElement
  readonly #notes: PageElement[] = []
  #formulas = 0

  /** @param xmlOf reads a file of the document's archive. The result is empty if there is none */
  constructor(styles: OdtStyles, xmlOf: (name: string) => PageElement) {
    this.#styles = styles
    this.#xmlOf = xmlOf
  }

  /** @returns the text as HTML elements, with the notes at the end */
  write(body: PageElement): readonly PageNode[] {
    const nodes = this.#children(body, { level: 0, listStyle: undefined, isHeadRow: false })
    return this.#notes.length === 0 ? nodes : [...nodes, createElement('ol', {}, this.#notes)]
  }

  #children(parent: PageElement, place: Place): PageNode[] {
    return joined(
      parent.childNodes.flatMap((child) => {
        if (isText(child)) return [createText(child.value)]
        return isElement(child) ? this.#element(child, place) : []
      }),
    )
  }

  #element(element: PageElement, place: Place): readonly PageNode[] {
    const { tagName } = element
    if (DROPPED_ELEMENTS.has(tagName)) return []
    const writer = this.#writers.get(tagName)
    if (writer !== undefined) return writer(element, place)
    const name = HTML_ELEMENTS.get(tagName)
    const children = this.#children(element, {
      ...place,
      isHeadRow: place.isHeadRow || tagName === 'table-header-rows',
    })
    return name === undefined ? children : [createElement(name, {}, children)]
  }

  readonly #writers: ReadonlyMap<string, Writer> = new Map<string, Writer>([
    ['s', (element) => [createText(' '.repeat(Math.min(MAX_SPACES, numberOf(element, 'c'))))]],
    ['tab', () => [createText('\t')]],
    ['line-break', () => [createElement('br', {}, [])]],
    ['h', (element, place) => this.#heading(element, place)],
    ['p', (element, place) => this.#paragraph(element, place)],
    ['span', (element, place) => this.#span(element, place)],
    ['section', (element, place) => (attributeOf(element, 'display') === 'none' ? [] : this.#children(element, place))],
    ['list', (element, place) => this.#list(element, place)],
    ['table-cell', (element, place) => this.#cell(element, place)],
    ['a', (element, place) => [link(attributeOf(element, 'href') ?? '', this.#children(element, place))]],
    ['bookmark', (element) => anchor(element)],
    ['bookmark-start', (element) => anchor(element)],
    ['note', (element, place) => this.#note(element, place)],
    ['frame', (element, place) => this.#frame(element, place)],
    ['image', (element) => [createElement('img', { src: attributeOf(element, 'href') ?? '' }, [])]],
  ])

  #heading(element: PageElement, place: Place): readonly PageNode[] {
    const level = Math.min(6, numberOf(element, 'outline-level'))
    return [createElement(`h${level}`, {}, this.#children(element, place))]
  }

  #paragraph(element: PageElement, place: Place): readonly PageNode[] {
    const { role, isHidden } = this.#styles.of(attributeOf(element, 'style-name'))
    if (isHidden) return []
    const children = this.#children(element, place)
    if (role === undefined) return [createElement('p', {}, children)]
    const [outer, inner] = ROLE_ELEMENTS[role]
    return [createElement(outer, {}, inner === undefined ? children : [createElement(inner, {}, children)])]
  }

  #span(element: PageElement, place: Place): readonly PageNode[] {
    const { inline, isHidden } = this.#styles.of(attributeOf(element, 'style-name'))
    if (isHidden) return []
    const children = this.#children(element, place)
    return inline.reduceRight<readonly PageNode[]>((inner, name) => [createElement(name, {}, inner)], children)
  }

  #list(element: PageElement, { level, listStyle, ...place }: Place): readonly PageNode[] {
    const style = attributeOf(element, 'style-name') ?? listStyle
    const isNumbered = this.#styles.isNumbered(style, level + 1)
    const [first] = element.childNodes.filter(isElement)
    const start = isNumbered && first ? numberOf(first, 'start-value') : 1
    const children = this.#children(element, { ...place, level: level + 1, listStyle: style })
    return [createElement(isNumbered ? 'ol' : 'ul', start > 1 ? { start: `${start}` } : {}, children)]
  }

  #cell(element: PageElement, place: Place): readonly PageNode[] {
    const spans = { colspan: 'number-columns-spanned', rowspan: 'number-rows-spanned' }
    const stated = Object.entries(spans).map(([name, from]) => [name, numberOf(element, from)] as const)
    const attributes = stated.filter(([, count]) => count > 1).map(([name, count]) => [name, `${count}`])
    const children = this.#children(element, place)
    return [createElement(place.isHeadRow ? 'th' : 'td', Object.fromEntries(attributes), children)]
  }

  /** Writes the number of a note, and keeps its text for the end of the document. */
  #note(element: PageElement, place: Place): readonly PageNode[] {
    const body = element.childNodes.filter(isElement).find(({ tagName }) => tagName === 'note-body')
    if (body === undefined) return []
    const number = this.#notes.length + 1
    const note = createElement('li', { id: `note-${number}` }, [])
    this.#notes.push(note)
    setChildren(note, this.#children(body, { ...place, level: 0, listStyle: undefined, isHeadRow: false }))
    const label = createElement('a', { href: `#note-${number}` }, [createText(`[${number}]`)])
    return [createElement('sup', {}, [label])]
  }

  /** Writes a frame with a formula, a picture or text. The alternative text of a picture is the frame's title or description. */
  #frame(element: PageElement, place: Place): readonly PageNode[] {
    const formula = this.#formula(element)
    if (formula !== undefined) return [formula]
    const alt = ['desc', 'title'].map((name) => findElement(element, ({ tagName }) => tagName === name)).find(Boolean)
    const shown = element.childNodes.filter(isElement).filter(({ tagName }) => !/^(?:desc|title)$/.test(tagName))
    const nodes = shown.flatMap((child) => this.#element(child, place))
    if (alt === undefined) return nodes
    return nodes.map((node) =>
      isElement(node) && node.tagName === 'img'
        ? createElement('img', { src: attributeOf(node, 'src') ?? '', alt: textOf(alt, 1000) }, [])
        : node,
    )
  }

  /** @returns the formula that a frame shows, from a file of its own in the archive (part 3, section 10.4.6) */
  #formula(frame: PageElement): PageElement | undefined {
    const object = frame.childNodes.filter(isElement).find(({ tagName }) => tagName === 'object')
    if (object === undefined) return undefined
    const inside = findElement(object, isMath)
    if (inside !== undefined) return inside
    const folder = (attributeOf(object, 'href') ?? '').replace(/^\.\//, '').replace(/\/$/, '')
    if (folder === '' || this.#formulas >= MAX_FORMULAS) return undefined
    this.#formulas += 1
    return findElement(this.#xmlOf(`${folder}/content.xml`), isMath)
  }
}

function isMath({ tagName }: PageElement): boolean {
  return tagName === 'math'
}

function link(href: string, children: readonly PageNode[]): PageElement {
  return createElement('a', { href }, children)
}

/** @returns a place for links to a bookmark */
function anchor(element: PageElement): readonly PageNode[] {
  const id = attributeOf(element, 'name')
  return id === undefined ? [] : [createElement('a', { id }, [])]
}

/** @returns the whole number in an attribute; 1 if it is missing or smaller */
function numberOf(element: PageElement, name: string): number {
  return Math.max(1, Math.floor(Number(attributeOf(element, name) ?? 1)) || 1)
}

/** @returns the nodes with the contents of quotations, code blocks and lists of definitions that follow each other in one element */
function joined(nodes: readonly PageNode[]): PageNode[] {
  const result: PageNode[] = []
  for (const node of nodes) {
    const last = result.findLast((one) => !isText(one) || one.value.trim() !== '')
    const isNext = last !== undefined && isElement(last) && isElement(node) && last.tagName === node.tagName
    if (!isNext || !JOINED.has(node.tagName)) {
      result.push(node)
      continue
    }
    const between = node.tagName === 'pre' ? [createText('\n')] : []
    setChildren(last, [...last.childNodes, ...between, ...node.childNodes])
  }
  return result
}
