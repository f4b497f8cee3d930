import { html as names } from 'parse5'
import { createElement, isElement, type PageElement, type PageNode } from '../dom/page-tree.ts'

/** @returns a new MathML element without a parent */
export function createMathml(
  tagName: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly PageNode[],
): PageElement {
  const element = createElement(tagName, attributes, children)
  element.namespaceURI = names.NS.MATHML
  return element
}

/** @returns whether the node is an element of MathML */
export function isMathml(node: PageNode): node is PageElement {
  return isElement(node) && node.namespaceURI === names.NS.MATHML
}
