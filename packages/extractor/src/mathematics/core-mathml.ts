import {
  attributeOf,
  createText,
  isElement,
  isText,
  rewriteTree,
  setAttribute,
  setChildren,
  textOf,
  type PageElement,
  type PageNode,
} from '../dom/page-tree.ts'
import { createMathml, isMathml } from './mathml-element.ts'
import { mathLetters } from './math-letters.ts'

/** Elements that contain only text. All others contain only elements. */
const TOKEN_ELEMENTS = new Set(['mi', 'mn', 'mo', 'ms', 'mtext'])
/** Elements without a meaning in MathML Core. They are replaced by groups. */
const ELEMENTS_TO_GROUP = new Set('a maction merror mlongdiv mpadded mscarries mstack'.split(' '))

/**
 * Converts MathML to MathML Core, which browsers support. It converts semantics, fences, overlines, letter styles and
 * column alignment.
 *
 * @param math a `math` element, changed in place
 * @returns a group with the formula; undefined if nothing is visible
 */
export function coreMathml(math: PageElement): PageElement | undefined {
  rewriteTree(math, coreNode)
  const children = math.childNodes.filter(isMathml)
  if (children.every((child) => textOf(child, 100).trim() === '')) return undefined
  const [only] = children
  return children.length === 1 && only!.tagName === 'mrow' ? only : createMathml('mrow', {}, children)
}

function coreNode(node: PageNode): PageNode | readonly PageNode[] {
  if (isText(node)) return node
  if (!isElement(node)) return []
  if (TOKEN_ELEMENTS.has(node.tagName)) return coreToken(node)
  return ELEMENT_CHANGES.get(node.tagName)?.(node) ?? (ELEMENTS_TO_GROUP.has(node.tagName) ? group(node) : node)
}

function coreToken(token: PageElement): PageNode {
  const variant = attributeOf(token, 'mathvariant')
  const text = textOf(token)
  if (variant !== undefined && variant !== 'normal') setChildren(token, [createText(mathLetters(text, variant))])
  return token
}

type Change = (element: PageElement) => PageNode | readonly PageNode[]

const ELEMENT_CHANGES: ReadonlyMap<string, Change> = new Map<string, Change>([
  ['annotation', () => []],
  ['annotation-xml', () => []],
  ['semantics', (element) => element.childNodes.filter(isMathml).slice(0, 1)],
  ['mfenced', fenced],
  ['menclose', enclosed],
  ['mlabeledtr', (row) => createMathml('mtr', {}, row.childNodes.filter(isMathml).slice(1))],
  ['mtable', alignedTable],
  ['mtd', alignedCell],
])

function group(element: PageElement): PageElement {
  return createMathml('mrow', {}, element.childNodes)
}

function fenced(element: PageElement): PageElement {
  const separators = Array.from((attributeOf(element, 'separators') ?? ',').replaceAll(/\s+/g, '').slice(0, 100))
  const parts = element.childNodes.filter(isMathml)
  const inner = parts.flatMap((part, index) => {
    const separator = separators[Math.min(index - 1, separators.length - 1)]
    if (index === 0 || separator === undefined) return [part]
    return [createMathml('mo', { separator: 'true' }, [createText(separator)]), part]
  })
  const open = fenceSign('prefix', (attributeOf(element, 'open') ?? '(').slice(0, 10))
  const close = fenceSign('postfix', (attributeOf(element, 'close') ?? ')').slice(0, 10))
  return createMathml('mrow', {}, [open, ...inner, close])
}

function fenceSign(form: 'prefix' | 'postfix', text: string): PageElement {
  return createMathml('mo', { fence: 'true', form }, [createText(text)])
}

function stretchedSign(text: string): PageElement {
  return createMathml('mo', { stretchy: 'true' }, [createText(text)])
}

/**
 * Replaces a `menclose` element, which MathML Core lacks. A line above or below the content becomes a stretched
 * character, and a radical becomes `msqrt`. Other boxes and strokes are left out.
 */
function enclosed(element: PageElement): PageElement {
  const notations = (attributeOf(element, 'notation') ?? '').slice(0, 200).split(/\s+/)
  const inner = group(element)
  if (notations.includes('top')) return createMathml('mover', {}, [inner, stretchedSign('\u00af')])
  if (notations.includes('bottom')) return createMathml('munder', {}, [inner, stretchedSign('_')])
  return notations.includes('radical') ? createMathml('msqrt', {}, [inner]) : inner
}

const ALIGNMENTS = new Set(['left', 'center', 'right'])

/** Copies the alignment of the columns to their cells, where MathML Core expects it. */
function alignedTable(table: PageElement): PageElement {
  const columns = (attributeOf(table, 'columnalign') ?? '')
    .slice(0, 500)
    .split(/\s+/)
    .filter((name) => ALIGNMENTS.has(name))
  if (columns.length === 0) return table
  for (const row of table.childNodes.filter(isMathml))
    for (const [index, cell] of row.childNodes.filter(isMathml).entries()) {
      const column = columns[Math.min(index, columns.length - 1)]
      if (attributeOf(cell, 'columnalign') === undefined) setAttribute(cell, 'columnalign', column)
    }
  return table
}

/** Reads the alignment of a cell from the class names that the TeX converter (Temml) writes. */
function alignedCell(cell: PageElement): PageElement {
  const side = /(?:^|\s)tml-(left|right)(?:$|\s)/.exec(attributeOf(cell, 'class') ?? '')?.[1]
  if (side !== undefined) setAttribute(cell, 'columnalign', side)
  return cell
}
