import type { IDomFacade, Node as XPathNode } from 'fontoxpath'
import { isElement, isText, nodesOf, type PageElement, type PageParent } from '../dom/page-tree.ts'

/** A copy of a node of the page, with the properties that the XPath engine needs. */
interface MirrorNode {
  readonly nodeType: number
  readonly nodeName: string
  readonly localName: string
  readonly namespaceURI: null
  readonly prefix: null
  readonly data: string
  readonly value: string
  readonly childNodes: MirrorNode[]
  readonly attributes: MirrorNode[]
  parentNode: MirrorNode | null
  readonly position: number
  readonly source: PageElement | undefined
}

export interface PageXPath {
  /**
   * @returns the selected elements, in document order
   * @throws Error if the expression is invalid
   */
  elements(expression: string): PageElement[]
  /**
   * @returns the text of each match, at most 100
   * @throws Error if the expression is invalid
   */
  texts(expression: string): string[]
}

/** Numbers of node types in the DOM. */
const [ELEMENT, ATTRIBUTE, TEXT, DOCUMENT] = [1, 2, 3, 9]
const MAX_RESULTS = 100
const MAX_TEXT = 65_536

/**
 * Prepares a page for XPath. The engine is large, so run this in a worker thread. Elements have no namespace, so that
 * `//div` finds HTML elements. Later changes to the tree have no effect.
 *
 * @param page the page's tree, which is not changed
 */
export async function pageXPath(page: PageParent): Promise<PageXPath> {
  // Node treats the module as CommonJS, so its exports are properties of the default export.
  const { evaluateXPath } = (await import('fontoxpath')).default
  const root = mirrorOf(page)
  const evaluate = (expression: string): unknown[] => {
    const options = { namespaceResolver: () => null, language: evaluateXPath.XPATH_3_1_LANGUAGE }
    const context = root as unknown as XPathNode
    const found: unknown = evaluateXPath(expression, context, DOM_FACADE, null, evaluateXPath.ALL_RESULTS_TYPE, options)
    return Array.isArray(found) ? found : [found]
  }
  return {
    elements: (expression) => evaluate(expression).flatMap((found) => (isMirror(found) ? (found.source ?? []) : [])),
    texts: (expression) => evaluate(expression).slice(0, MAX_RESULTS).map(textOfResult),
  }
}

function isMirror(found: unknown): found is MirrorNode {
  return typeof found === 'object' && found !== null && 'nodeType' in found
}

function textOfResult(found: unknown): string {
  if (!isMirror(found)) return typeof found === 'object' ? '' : String(found).slice(0, MAX_TEXT)
  if (found.nodeType !== ELEMENT) return (found.nodeType === ATTRIBUTE ? found.value : found.data).slice(0, MAX_TEXT)
  const waiting = [found]
  let text = ''
  for (let node = waiting.pop(); node !== undefined && text.length < MAX_TEXT; node = waiting.pop()) {
    text += node.data
    waiting.push(...node.childNodes.slice(0, MAX_TEXT).toReversed())
  }
  return text.slice(0, MAX_TEXT)
}

function mirrorOf(page: PageParent): MirrorNode {
  const root = newNode({ nodeType: DOCUMENT!, nodeName: '#document' }, null)
  const mirrors = new Map<PageParent, MirrorNode>([[page, root]])
  for (const node of nodesOf(page)) {
    const parent = node.parentNode && mirrors.get(node.parentNode)
    if (!parent) continue
    if (isText(node)) add(parent, { nodeType: TEXT!, nodeName: '#text', data: node.value })
    if (!isElement(node)) continue
    const element = add(parent, { nodeType: ELEMENT!, nodeName: node.tagName, source: node })
    for (const { name, value } of node.attrs)
      element.attributes.push(newNode({ nodeType: ATTRIBUTE!, nodeName: name, value }, element))
    mirrors.set(node, element)
  }
  return root
}

type Facts = Pick<MirrorNode, 'nodeType' | 'nodeName'> & Partial<Pick<MirrorNode, 'data' | 'value' | 'source'>>

function add(parent: MirrorNode, facts: Facts): MirrorNode {
  const node = newNode(facts, parent)
  parent.childNodes.push(node)
  return node
}

function newNode(
  { nodeType, nodeName, data = '', value = '', source }: Facts,
  parentNode: MirrorNode | null,
): MirrorNode {
  const position = parentNode?.childNodes.length ?? 0
  const names = { nodeType, nodeName, localName: nodeName, namespaceURI: null, prefix: null }
  return { ...names, data, value, source, childNodes: [], attributes: [], parentNode, position }
}

const siblingOf = (node: MirrorNode, step: number): MirrorNode | null =>
  node.parentNode?.childNodes[node.position + step] ?? null

/**
 * Functions with which the engine traverses a tree. Their declared types are those of the DOM, but the engine uses only
 * properties that `MirrorNode` has.
 */
const DOM_FACADE = {
  getAllAttributes: (node: MirrorNode) => node.attributes,
  getAttribute: (node: MirrorNode, name: string) =>
    node.attributes.find(({ nodeName }) => nodeName === name)?.value ?? null,
  getChildNodes: (node: MirrorNode) => node.childNodes,
  getData: (node: MirrorNode) => (node.nodeType === ATTRIBUTE ? node.value : node.data),
  getFirstChild: (node: MirrorNode) => node.childNodes[0] ?? null,
  getLastChild: (node: MirrorNode) => node.childNodes.at(-1) ?? null,
  getNextSibling: (node: MirrorNode) => siblingOf(node, 1),
  getPreviousSibling: (node: MirrorNode) => siblingOf(node, -1),
  getParentNode: (node: MirrorNode) => node.parentNode,
} as unknown as IDomFacade
