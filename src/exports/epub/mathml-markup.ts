import { isElement, isText, type PageElement, type PageNode } from '@dogear/extractor/content'
import { xmlText } from '../formats/xml-text.ts'

/** Elements with a fixed number of parts. */
const PARTS: Readonly<Record<string, number>> = {
  mfrac: 2,
  mroot: 2,
  msub: 2,
  msup: 2,
  munder: 2,
  mover: 2,
  msubsup: 3,
  munderover: 3,
}
/** Elements that stand only in one other. */
const PARENTS: Readonly<Record<string, string>> = { mtr: 'mtable', mtd: 'mtr' }
/** Empty elements that stand for missing scripts, or for the start of those before the base. */
const SCRIPT_SIGNS = new Set(['mprescripts', 'none'])

/**
 * Browsers show a fraction without a denominator, or a cell without a table, but EPUB does not allow them: they become groups,
 * and what stands in a table gets a row and a cell.
 *
 * @param parent name of the element around the node, as it is written
 * @returns a part of a formula as XML that is valid in a book
 */
export function mathmlMarkup(node: PageNode, parent: string): string {
  if (isText(node)) return xmlText(node.value)
  if (!isElement(node)) return ''
  const { tagName } = node
  if (parent === 'mtable' && tagName !== 'mtr') return `<mtr>${mathmlMarkup(node, 'mtr')}</mtr>`
  if (parent === 'mtr' && tagName !== 'mtd') return `<mtd>${mathmlMarkup(node, 'mtd')}</mtd>`
  if (SCRIPT_SIGNS.has(tagName) && parent !== 'mmultiscripts') return ''
  const name = isWhole(node, parent) ? tagName : 'mrow'
  const attributes = name === tagName ? node.attrs.map((one) => ` ${one.name}="${xmlText(one.value)}"`).join('') : ''
  return `<${name}${attributes}>${node.childNodes.map((child) => mathmlMarkup(child, name)).join('')}</${name}>`
}

/** @returns true if an element has the parts that it needs, and stands where it may */
function isWhole({ tagName, childNodes }: PageElement, parent: string): boolean {
  const parts = childNodes.filter(isElement)
  if (PARTS[tagName] !== undefined) return parts.length === PARTS[tagName]
  if (tagName === 'mmultiscripts') return arePairs(parts.map((part) => part.tagName))
  return PARENTS[tagName] === undefined || PARENTS[tagName] === parent
}

/** @returns true for a base, pairs of a lower and an upper script behind it, and such pairs before it */
function arePairs(names: readonly string[]): boolean {
  const middle = names.indexOf('mprescripts')
  const behind = middle === -1 ? names : names.slice(0, middle)
  const before = middle === -1 ? [] : names.slice(middle + 1)
  return behind.length % 2 === 1 && before.length % 2 === 0 && !before.includes('mprescripts')
}
