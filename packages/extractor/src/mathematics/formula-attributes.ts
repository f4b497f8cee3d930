import { attributeOf, firstElements, type PageElement } from '../dom/page-tree.ts'
import { namesOf } from '../dom/class-name-hints.ts'

/** Attributes in which editors and renderers store the TeX of a formula. */
const TEX_ATTRIBUTES: ReadonlySet<string> = new Set(
  'data-math data-latex data-tex data-katex data-formula data-equation'.split(' '),
)
const MATHML_ATTRIBUTE = 'data-mathml'
/** Length of the longest name of such an attribute. */
const MAX_NAME = 'data-equation'.length
/** Quill stores the TeX of a formula in `data-value`, an attribute that other elements use for other values. */
const QUILL_FORMULA = /(?:^|\s)ql-formula(?:$|\s)/
const FORMULA_NAME = /(?:^|[\s_-])(?:math|tex|latex|katex|mathjax|formula|equation)/i
const DISPLAY_NAME = /(?:^|[\s_-])(?:display|block)(?=$|[\s_-])/i
const DISPLAY_ELEMENTS = new Set(['div', 'p', 'figure', 'center'])
/** Values of attributes that only switch something on or off. */
const FLAG = /^(?:true|false|yes|no|on|off|inline|display|block|auto|none)$/i
const TEX_SIGN = /[\\^_={}+<>]/
const DELIMITERS = /^(?:\$\$([^]*)\$\$|\$([^]*)\$|\\\(([^]*)\\\)|\\\[([^]*)\\\])$/
const MAX_TEX = 10_000
/** Number of elements in a formula that are searched for blocks. A box with blocks in it is not one formula. */
const MAX_SEARCHED_ELEMENTS = 200
const BLOCKS = new Set('article section p ul ol dl table blockquote h1 h2 h3 h4 h5 h6 img pre'.split(' '))

interface StatedTex {
  readonly tex: string
  readonly isDisplay: boolean
}

/** @returns whether an element may have a formula in its attributes. Must be fast, because every element is tested. */
export function mayStateFormula({ attrs }: PageElement): boolean {
  for (const { name, value } of attrs) {
    if (name === 'class') {
      if (value.startsWith('katex') || value.startsWith('ql-formula')) return true
    } else if (name === 'role') {
      if (value === 'math') return true
    } else if (name.length <= MAX_NAME && name.startsWith('data-') && isSource(name)) return true
  }
  return false
}

function isSource(name: string): boolean {
  return TEX_ATTRIBUTES.has(name) || name === MATHML_ATTRIBUTE
}

/** @returns the TeX in an attribute of the element; undefined if there is none, or the element is more than a formula */
export function statedTex(element: PageElement): StatedTex | undefined {
  const names = namesOf(element)
  const value = QUILL_FORMULA.test(names)
    ? attributeOf(element, 'data-value')
    : element.attrs.find(({ name }) => TEX_ATTRIBUTES.has(name))?.value
  const tex = value === undefined || value.length > MAX_TEX ? '' : withoutDelimiters(value.trim())
  const isFormula = tex.length < 4 || TEX_SIGN.test(tex) || FORMULA_NAME.test(names)
  if (tex === '' || FLAG.test(tex) || !isFormula || containsBlock(element)) return undefined
  return { tex, isDisplay: DISPLAY_ELEMENTS.has(element.tagName) || DISPLAY_NAME.test(names) }
}

/** @returns the MathML in an attribute, as MathJax 2 writes it; undefined if there is none */
export function statedMathml(element: PageElement): string | undefined {
  const value = attributeOf(element, MATHML_ATTRIBUTE)
  return value !== undefined && value.length <= 10 * MAX_TEX && /<math[\s>]/i.test(value) ? value : undefined
}

const MAX_LABEL = 1000

/** @returns the spoken form of a formula that is only drawn; undefined if the element states none */
export function spokenLabel(element: PageElement): string | undefined {
  const label = attributeOf(element, 'aria-label') ?? attributeOf(element, 'data-semantic-speech')
  return label?.slice(0, MAX_LABEL).trim() || undefined
}

/** Matches the delimiters of a formula on its own line. */
const DISPLAY_START = /^(?:\$\$|\\\[)/

/** @returns the TeX without the delimiters around it, and whether they are those of a formula on its own line */
export function undelimited(text: string): StatedTex {
  return { tex: withoutDelimiters(text), isDisplay: DISPLAY_START.test(text) && DELIMITERS.test(text) }
}

function withoutDelimiters(text: string): string {
  const found = DELIMITERS.exec(text)
  return found === null ? text : (found.slice(1).find((inner) => inner !== undefined) ?? '').trim()
}

function containsBlock(element: PageElement): boolean {
  const inner = firstElements(element, MAX_SEARCHED_ELEMENTS)
  return inner.length === MAX_SEARCHED_ELEMENTS || inner.some(({ tagName }) => BLOCKS.has(tagName))
}
