import {
  isElement,
  isText,
  rewriteTree,
  textOf,
  createText,
  type PageElement,
  type PageNode,
} from '../dom/page-tree.ts'

const MAX_FORMULA = 10_000

/** Functions that compose the linear notation of a MathML element from the linear notations of its children. */
const ELEMENT_FORMS: Readonly<Record<string, (parts: readonly string[]) => string>> = {
  mfrac: ([over = '', under = '']) => `${grouped(over)}/${grouped(under)}`,
  msup: ([base = '', up = '']) => `${base}^${grouped(up)}`,
  mover: ([base = '', up = '']) => `${base}^${grouped(up)}`,
  msub: ([base = '', down = '']) => `${base}_${grouped(down)}`,
  munder: ([base = '', down = '']) => `${base}_${grouped(down)}`,
  msubsup: ([base = '', down = '', up = '']) => `${base}_${grouped(down)}^${grouped(up)}`,
  munderover: ([base = '', down = '', up = '']) => `${base}_${grouped(down)}^${grouped(up)}`,
  msqrt: (parts) => `√${grouped(parts.join(''))}`,
  mroot: ([inside = '', degree = '']) => `root_${grouped(degree)}${grouped(inside)}`,
  mtr: (parts) => `${parts.join(' ')}; `,
}
const OMITTED_ELEMENTS = new Set(['annotation', 'annotation-xml', 'mphantom', 'maction'])

/**
 * Writes a MathML formula in linear notation, such as `(a+b)/2`, `x_i^2` or `√(n)`.
 *
 * @param math a `math` element, changed in place
 * @returns the formula as text, at most 10,000 characters; empty if nothing is visible
 */
export function mathmlText(math: PageElement): string {
  rewriteTree(math, (node) => {
    if (!isElement(node)) return node
    return OMITTED_ELEMENTS.has(node.tagName) ? [] : [createText(writtenElement(node).slice(0, MAX_FORMULA))]
  })
  return textOf(math, MAX_FORMULA).trim()
}

function writtenElement({ tagName, childNodes }: PageElement): string {
  const parts = childNodes.map(partText).filter((part) => part !== '')
  return ELEMENT_FORMS[tagName]?.(parts) ?? parts.join('')
}

function partText(node: PageNode): string {
  return isText(node) ? node.value.replaceAll(/[\s\u2061-\u2064]+/g, ' ').trim() : ''
}

function grouped(part: string): string {
  return part.length <= 1 ? part : `(${part})`
}
