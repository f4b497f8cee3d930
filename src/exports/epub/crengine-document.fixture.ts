import assert from 'node:assert/strict'
import { readZip } from './read-zip.fixture.ts'

/** An element of a page, or a text. */
export interface XmlNode {
  /** empty for a text */
  readonly name: string
  readonly text: string
  readonly parent: XmlNode | undefined
  readonly children: XmlNode[]
}

const TOKEN = /<\?[^>]*\?>|<![^>]*>|<(\/?)([A-Za-z][\w:.-]*)(?:\s+[\w:.-]+="[^"]*")*\s*(\/?)>|([^<]+)/g
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** @returns the root element of a well-formed document */
function parseXml(xml: string): XmlNode {
  const root: XmlNode = { name: '#document', text: '', parent: undefined, children: [] }
  let open = root
  for (const [, closing, name, empty, raw] of xml.matchAll(TOKEN)) {
    if (raw !== undefined) {
      const text = raw.replaceAll(/&(\w+);/g, (_all, entity: string) => ENTITIES[entity]!)
      open.children.push({ name: '', text, parent: open, children: [] })
    } else if (closing === '/') {
      assert.equal(open.name, name)
      open = open.parent!
    } else if (name !== undefined) {
      const element: XmlNode = { name, text: '', parent: open, children: [] }
      open.children.push(element)
      if (empty !== '/') open = element
    }
  }
  assert.equal(open, root)
  return root.children.find((child) => child.name !== '')!
}

export function textOf({ text, children }: XmlNode): string {
  return text + children.map(textOf).join('')
}

/** @returns the text without line breaks and repeated spaces */
export const flatText = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const INLINE = new Set(
  'a abbr b bdi bdo br cite code del em i img ins kbd mark math q rt ruby s samp small span strong sub sup u var'.split(
    ' ',
  ),
)

/** @returns true for a text of white space only that crengine removes: at the edge of an element, or beside a block */
function isDropped(node: XmlNode): boolean {
  if (node.name !== '' || node.text.trim() !== '') return false
  const { children } = node.parent!
  const place = children.indexOf(node)
  return [children[place - 1], children[place + 1]].some((beside) => !beside || !INLINE.has(beside.name))
}

/**
 * A book as crengine, the engine of KOReader, sees it (koreader/crengine 05b2098, epubfmt.cpp and lvtinydom.cpp): one document,
 * `/body`, with a `DocFragment` for each page of the reading order, each with the `body` of the page.
 */
export class CrengineDocument {
  readonly #pages: readonly XmlNode[]

  constructor(epub: Buffer) {
    const members = new Map(readZip(epub).map(({ name, bytes }) => [name, bytes.toString()]))
    const packageText = members.get('EPUB/package.opf')!
    const hrefs = new Map(
      [...packageText.matchAll(/<item id="([^"]+)" href="([^"]+)"/g)].map(([, id, href]) => [id!, href!]),
    )
    this.#pages = [...packageText.matchAll(/<itemref idref="([^"]+)"/g)].map(([, id]) => {
      const root = parseXml(members.get(`EPUB/${hrefs.get(id!)!}`)!)
      return root.children.find(({ name }) => name === 'body')!
    })
  }

  /** @returns the node that a place names, as `createXPointerV2` finds it; undefined if there is none */
  find(xpointer: string): XmlNode | undefined {
    const steps = xpointer
      .replace(/\.\d+$/, '')
      .split('/')
      .slice(1)
    const [root, page, body, ...inner] = steps.map((step) => /^([^[]+)(?:\[(\d+)\])?$/.exec(step)!)
    assert.deepEqual([root?.[1], page?.[1], body?.[1]], ['body', 'DocFragment', 'body'], xpointer)
    let node = this.#pages[Number(page![2] ?? 1) - 1]
    for (const [, name, index] of inner) {
      const wanted = name === 'text()' ? '' : name
      node = node?.children.filter((child) => child.name === wanted)[Number(index ?? 1) - 1]
    }
    return node
  }

  /**
   * @param page number of a page of the reading order, starting with 1
   * @returns the texts of the page that are more than white space, in order
   */
  texts(page: number): readonly XmlNode[] {
    const inside = (node: XmlNode): XmlNode[] =>
      node.name === '' ? (node.text.trim() === '' ? [] : [node]) : node.children.flatMap(inside)
    return inside(this.#pages[page - 1]!)
  }

  /**
   * @param isExplicit true for documents that were first opened in August 2026 or later: every step has an index
   * @returns the place of a character, as `toStringV2` writes it
   */
  xpointer(node: XmlNode, offset: number, isExplicit: boolean): string {
    let path = `.${offset}`
    let at = node
    for (; at.parent && at.name !== 'body'; at = at.parent) {
      const { name } = at
      const alike = at.parent.children.filter((child) => child.name === name && !isDropped(child))
      const index = isExplicit || alike.length > 1 ? `[${alike.indexOf(at) + 1}]` : ''
      path = `/${name === '' ? 'text()' : name}${index}${path}`
    }
    const one = isExplicit ? '[1]' : ''
    return `/body${one}/DocFragment[${this.#pages.indexOf(at) + 1}]/body${one}${path}`
  }
}
