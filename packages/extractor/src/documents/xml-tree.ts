import { html as names } from 'parse5'
import { createElement, createText, type PageElement, type PageNode } from '../dom/page-tree.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { TooLargeError } from '../too-large.ts'

const MAX_NODES = 200_000
/** Maximum depth. Deeper elements become children of the element at this depth. */
const MAX_DEPTH = 500

/**
 * Maximum number of open elements, from the innermost outwards, that are searched for the start tag of an end tag. If
 * none of them matches, the end tag is ignored. The limit keeps the time linear for damaged files.
 */
const MAX_UNCLOSED = 100
/** Matches a document type declaration. The entities in it are not supported. */
const DOCTYPE = /<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>/iy

/**
 * Matches a tag, text, CDATA, or markup without content, such as comments.
 */
const TOKEN =
  /<!--[^]*?(?:-->|$)|<!\[CDATA\[(?<cdata>[^]*?)(?:\]\]>|$)|<[!?][^<>]*>?|<\/(?<end>[^\s<>]+)\s*>|<(?<start>[A-Za-z_][^\s/<>]*)(?<attributes>(?:\s+[^\s=/<>]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(?<empty>\/?)>|(?<text>[^<]+)|</g
/**
 * Matches one attribute. Each match starts where the last one ended, because the attributes of a tag follow each other
 * directly.
 */
const ATTRIBUTE = /\s+([^\s=/<>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gy

/**
 * Parses XML into a tree of HTML elements, so that later steps can process XHTML in files like pages. Names are in
 * lower case and without prefix. Damaged XML is repaired as far as possible.
 *
 * @param xml an XML document
 * @returns an element whose child is the document's root
 * @throws TooLargeError above 200,000 nodes
 */
export function parseXml(xml: string): PageElement {
  const builder = new TreeBuilder()
  for (const { groups } of withoutDoctype(xml).matchAll(TOKEN)) {
    const { cdata, end, start, attributes = '', empty, text } = groups!
    if (start !== undefined) builder.start(start, attributes, empty === '/')
    else if (end !== undefined) builder.end(end)
    else if (cdata !== undefined) builder.text(cdata)
    else if (text !== undefined) builder.text(decodeEntities(text))
  }
  return builder.root
}

/**
 * Removes the document type declaration. Only the first one is removed: removing each of many would take quadratic
 * time.
 */
function withoutDoctype(xml: string): string {
  const at = xml.search(/<!DOCTYPE/i)
  if (at === -1) return xml
  DOCTYPE.lastIndex = at
  const [doctype = ''] = DOCTYPE.exec(xml) ?? []
  return xml.slice(0, at) + xml.slice(at + doctype.length)
}

class TreeBuilder {
  readonly root = createElement('root', {}, [])
  readonly #open: PageElement[] = [this.root]
  readonly #names: string[] = ['']
  #nodes = 0

  start(name: string, attributes: string, isEmpty: boolean): void {
    const element = createElement(localName(name), readAttributes(attributes), [])
    const parent = this.#open.at(-1)!
    if (element.tagName === 'math' || parent.namespaceURI === names.NS.MATHML) element.namespaceURI = names.NS.MATHML
    this.#add(element)
    if (isEmpty) return
    this.#names.push(name)
    this.#open.push(this.#open.length < MAX_DEPTH ? element : parent)
  }

  /** Closes the element, and any elements in it whose end tag is missing. Ignores an end tag without a start tag. */
  end(name: string): void {
    const distance = this.#names.slice(-MAX_UNCLOSED).toReversed().indexOf(name)
    const at = this.#names.length - 1 - distance
    if (distance >= 0 && at > 0) this.#names.length = this.#open.length = at
  }

  text(value: string): void {
    this.#add(createText(value))
  }

  #add(node: PageNode): void {
    if (++this.#nodes > MAX_NODES) throw new TooLargeError(`the file has more than ${MAX_NODES} nodes`)
    const parent = this.#open.at(-1)!
    node.parentNode = parent
    parent.childNodes.push(node)
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase()
}

function readAttributes(text: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [, name = '', double, single] of text.matchAll(ATTRIBUTE))
    found[localName(name)] ??= decodeEntities(double ?? single ?? '')
  return { ...found }
}

/** Decodes character references of XML and HTML. XHTML may use both. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi, (reference) => {
    const [node] = parseHtmlFragment(reference).childNodes
    return node !== undefined && 'value' in node ? node.value : ''
  })
}
