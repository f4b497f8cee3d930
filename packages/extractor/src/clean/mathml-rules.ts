import { setChildren, createText, isText, textOf, type PageElement, type PageNode } from '../dom/page-tree.ts'
import { createMathml, isMathml } from '../mathematics/mathml-element.ts'

const LENGTH_ATTRIBUTES = ['lspace', 'rspace', 'minsize', 'maxsize']
const BOOLEAN_ATTRIBUTES = ['fence', 'separator', 'stretchy', 'symmetric', 'largeop', 'movablelimits', 'accent']

/**
 * The elements and attributes of MathML Core that stored HTML may contain. `annotation-xml`, which contains HTML, and
 * `mglyph` are not allowed, because parsers disagree about them. Links and actions (`maction`) are not allowed either
 * (security specification, 2.3).
 */
export const ALLOWED_MATHML: Readonly<Record<string, readonly string[]>> = {
  annotation: ['encoding'],
  math: ['display'],
  mfrac: ['linethickness'],
  mi: ['mathvariant'],
  mmultiscripts: [],
  mn: [],
  mo: ['form', ...LENGTH_ATTRIBUTES, ...BOOLEAN_ATTRIBUTES],
  mover: ['accent'],
  mphantom: [],
  mprescripts: [],
  mroot: [],
  mrow: [],
  ms: [],
  mspace: ['width', 'height', 'depth'],
  msqrt: [],
  mstyle: ['displaystyle', 'scriptlevel'],
  msub: [],
  msubsup: [],
  msup: [],
  mtable: ['displaystyle'],
  mtd: ['columnalign', 'columnspan', 'rowspan'],
  mtext: [],
  mtr: [],
  munder: ['accentunder'],
  munderover: ['accent', 'accentunder'],
  none: [],
  semantics: [],
}

/** Elements that contain only text. All others contain only elements. */
const TEXT_ELEMENTS = new Set(['annotation', 'mi', 'mn', 'mo', 'ms', 'mtext'])

/** Matches lengths between -1 and 100 units, both exclusive, so that a formula cannot cover other content. */
const LENGTH_VALUE = /^(?:-0?\.\d{1,5}|\d{1,2}(?:\.\d{1,5})?|\.\d{1,5})(?:em|ex|mu|pt|px)$|^0$/
const BOOLEAN_VALUE = /^(?:true|false)$/
const COUNT_VALUE = /^[1-9]\d?$/

const ATTRIBUTE_VALUES: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    [...LENGTH_ATTRIBUTES, 'width', 'height', 'depth', 'linethickness'].map((name) => [name, LENGTH_VALUE]),
  ),
  ...Object.fromEntries([...BOOLEAN_ATTRIBUTES, 'accentunder', 'displaystyle'].map((name) => [name, BOOLEAN_VALUE])),
  columnalign: /^(?:left|center|right)$/,
  columnspan: COUNT_VALUE,
  display: /^(?:block|inline)$/,
  encoding: /^(?:application\/x-tex|text\/plain)$/,
  form: /^(?:prefix|infix|postfix)$/,
  mathvariant: /^normal$/,
  rowspan: COUNT_VALUE,
  scriptlevel: /^[+-]?\d$/,
}

/**
 * Reduces an element of a formula to the allowed attributes and children. Prune the children first.
 *
 * @param element an element of MathML, changed in place
 * @returns the element; an empty list if it is not allowed or the formula has no text
 */
export function pruneMathml(element: PageElement): PageNode | readonly PageNode[] {
  const { tagName } = element
  if (!Object.hasOwn(ALLOWED_MATHML, tagName)) return []
  element.attrs = element.attrs.filter(
    ({ name, value }) => ALLOWED_MATHML[tagName]!.includes(name) && ATTRIBUTE_VALUES[name]!.test(value),
  )
  if (TEXT_ELEMENTS.has(tagName)) return prunedText(element)
  setChildren(element, element.childNodes.flatMap(prunedChild))
  const isEmpty = tagName === 'math' && textOf(element, 1000).trim() === ''
  return isEmpty ? [] : element
}

function prunedText(element: PageElement): PageNode | readonly PageNode[] {
  if (element.tagName === 'annotation' && element.attrs.length === 0) return []
  const text = textOf(element)
  setChildren(element, text === '' ? [] : [createText(text)])
  return element
}

/** Wraps text in `mtext` if its parent may contain only elements. */
function prunedChild(child: PageNode): readonly PageNode[] {
  if (isMathml(child)) return child.tagName === 'math' ? child.childNodes : [child]
  return isText(child) && child.value.trim() !== '' ? [createMathml('mtext', {}, [child])] : []
}
