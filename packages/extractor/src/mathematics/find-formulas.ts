import { html as names } from 'parse5'
import { ElementList } from '../dom/element-list.ts'
import { copyTree } from '../dom/copy-tree.ts'
import { namesOf } from '../dom/class-name-hints.ts'
import {
  attributeOf,
  createText,
  elementsOf,
  findElement,
  firstElements,
  isElement,
  isText,
  rewriteTree,
  setAttribute,
  setChildren,
  textOf,
  type PageElement,
  type PageNode,
  type PageParent,
} from '../dom/page-tree.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { mayStateFormula, spokenLabel, statedMathml, statedTex, undelimited } from './formula-attributes.ts'
import { mayBeServicePicture, nameServicePicture } from './formula-pictures.ts'
import { formulaOf, placeholder, type Formula } from './formula.ts'
import { isFormulaScript, pairWithSources, type MathjaxParts } from './mathjax-sources.ts'
import { mathmlText } from './mathml-text.ts'
import { findTexInText, isTexRenderer } from './tex-in-text.ts'

const MAX_FORMULA = 10_000
const MAX_SEARCHED_ELEMENTS = 3000
/** Matches class names of boxes around a formula, which often contain it twice: for display and for screen readers. */
const FORMULA_BOX =
  /(?:^|\s)(?:katex(?:-display)?|mwe-math-element|MathJax(?:_Display|_SVG|_CHTML|_SVG_Display)?|mjx-chtml|MathJax_Preview)(?:$|\s)/
/** Matches class names of boxes with a formula on its own line. */
const DISPLAY_BOX = /(?:^|\s)(?:katex-display|MathJax(?:_SVG)?_Display|MJXc-display|mwe-math-element-block)(?:$|\s)/
const FORMULA_PICTURE =
  /(?:^|[\s_-])(?:latex|tex|math|mwe-math-fallback-image-(?:inline|display)|equation|formula)(?=$|[\s_-])/i
const TEX_SCRIPT_TYPE = /^\s*(?:application\/x-(?:tex|latex)|latex|tex)\s*$/i
/** Matches class names of elements whose text is TeX, with or without delimiters. */
const TEX_ELEMENT = /(?:^|\s)math(?:$|\s)/

/**
 * Replaces every formula by a placeholder with its text, because the search for the article judges only texts.
 * `insertFormulas` inserts the formulas later. Must run before scripts and MathML are removed.
 *
 * @param root the page's tree, changed in place
 * @param elements the elements of the tree, renewed if it may have changed
 * @returns the formulas. Each placeholder contains the index of its formula
 */
export function findFormulas(root: PageParent, elements: ElementList = new ElementList(root)): readonly Formula[] {
  const formulas: Formula[] = []
  const { hasMath, hasTex } = signsOfFormulas(elements.all)
  if (hasMath) {
    const found: Found = { formulas, parts: pairWithSources(elements.all), used: new Set() }
    rewriteTree(root, (node) => (isElement(node) ? (replacement(node, found) ?? node) : node))
  }
  if (hasTex) findTexInText(root, formulas)
  if (hasMath || hasTex) elements.renew()
  return formulas
}

/** @returns whether an element may be a formula, and whether the page renders TeX in its text. Most pages do neither. */
function signsOfFormulas(elements: readonly PageElement[]): { readonly hasMath: boolean; readonly hasTex: boolean } {
  let [hasMath, hasTex] = [false, false]
  for (const element of elements) {
    if (element.attrs.length === 0 && !isMathName(element.tagName)) continue
    hasMath ||= mayBeMath(element) || mayStateFormula(element)
    hasTex ||= isTexRenderer(element)
    if (hasMath && hasTex) break
  }
  return { hasMath, hasTex }
}

/** Matches names of custom elements whose text is TeX, such as `d-math`. */
const TEX_TAG = /^(?!mjx-).{1,20}-(?:math|tex|latex|katex)$/

function isMathName(tagName: string): boolean {
  return tagName === 'math' || tagName === 'mjx-container' || (tagName.includes('-') && TEX_TAG.test(tagName))
}

function mayBeMath(element: PageElement): boolean {
  const { tagName, attrs } = element
  if (isMathName(tagName)) return true
  if (tagName === 'script') return isFormulaScript(element)
  if (tagName === 'img') {
    const isNamed = attrs.some(({ name, value }) => name === 'class' && FORMULA_PICTURE.test(value.slice(0, 300)))
    return isNamed || mayBeServicePicture(element)
  }
  return tagName === 'code' && isTexElement(element)
}

/** What is known of the formulas while the tree is rewritten. */
interface Found {
  readonly formulas: Formula[]
  readonly parts: MathjaxParts
  /** scripts whose source belongs to a drawn formula that is already found */
  readonly used: Set<PageElement>
}

/** @returns the nodes that replace a formula; undefined if the element is not a formula */
function replacement(element: PageElement, found: Found): readonly PageNode[] | undefined {
  const { tagName } = element
  const { formulas } = found
  if (tagName === 'script') return found.used.has(element) ? [] : scriptFormula(element, formulas)
  if (tagName === 'math' && element.namespaceURI === names.NS.MATHML) return mathmlFormula(element, formulas)
  if (tagName === 'img') return pictureOfFormula(element, formulas)
  if (isTexElement(element)) return addFormula(formulas, texFormula(textOf(element, MAX_FORMULA + 1), false))
  return element.namespaceURI === names.NS.HTML ? formulaInBox(element, found) : undefined
}

function formulaInBox(element: PageElement, page: Found): readonly PageNode[] | undefined {
  const { formulas, parts } = page
  if (parts.previews.has(element)) return []
  const isBox = element.tagName === 'mjx-container' || FORMULA_BOX.test(namesOf(element))
  if (!isBox && !mayStateFormula(element)) return undefined
  const found = (isBox ? boxedFormula(element, formulas) : undefined) ?? statedFormula(element, formulas)
  const source = parts.sources.get(element)
  if (source !== undefined) return fromSource(source, found ?? [], page)
  if (found === undefined && (isBox || attributeOf(element, 'role') === 'math')) showFormula(element, formulas)
  return found
}

/**
 * Joins a drawn formula with the script after it, which contains its source.
 *
 * @param drawn the placeholder of the drawn formula; empty if the drawing contains no MathML
 * @returns the placeholder of the formula; empty if the script alone is to become the formula
 */
function fromSource(script: PageElement, drawn: readonly PageNode[], { formulas, used }: Found): readonly PageNode[] {
  const [place] = drawn
  const formula = place !== undefined && isElement(place) ? formulaOf(place, formulas) : undefined
  if (formula === undefined) return []
  used.add(script)
  const source = sourceOf(script)
  if (source === undefined || !source.isTex || source.text === '') return drawn
  const isDisplay = formula.isDisplay || source.isDisplay
  return addFormula(formulas, { ...source, isDisplay, ...(formula.math && { math: formula.math }) })
}

/** @returns a placeholder for the formula in an attribute of the element; undefined if no attribute contains one */
function statedFormula(element: PageElement, formulas: Formula[]): readonly PageNode[] | undefined {
  const inner = firstElements(element, MAX_SEARCHED_ELEMENTS).find(
    (one) => formulaOf(one, formulas)?.math !== undefined,
  )
  if (inner !== undefined) return undefined
  const mathml = statedMathml(element)
  const math = mathml && findElement(parseHtmlFragment(mathml), ({ tagName }) => tagName === 'math')
  if (math) return mathmlFormula(math, formulas)
  const stated = statedTex(element)
  return stated && addFormula(formulas, texFormula(stated.tex, stated.isDisplay))
}

/** Maximum length in characters of the text in a formula without source. */
const MAX_SHOWN_TEXT = 1000

/**
 * Keeps what readers see or hear of a formula without source: the text in it, which pages hide from screen readers, or
 * the label of a drawing. The element is changed in place.
 */
function showFormula(element: PageElement, formulas: readonly Formula[]): void {
  const inner = firstElements(element, MAX_SEARCHED_ELEMENTS)
  const text = textOf(element, 2 * MAX_SHOWN_TEXT).trim()
  if (isHidden(element) || text.length > MAX_SHOWN_TEXT || inner.some((one) => formulaOf(one, formulas))) return
  const label = text === '' ? spokenLabel(element) : undefined
  if (label !== undefined) setChildren(element, [createText(label)])
  if (label === undefined && text === '') return
  for (const one of [element, ...inner]) setAttribute(one, 'aria-hidden', undefined)
}

const HIDING_STYLE = /display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden/i

/** @returns whether the page hides the element from everyone, not only from screen readers */
function isHidden(element: PageElement): boolean {
  return (
    attributeOf(element, 'hidden') !== undefined ||
    HIDING_STYLE.test(attributeOf(element, 'style')?.slice(0, 300) ?? '')
  )
}

/**
 * Replaces a box by the formula in it. The formula is already a placeholder, because the tree is rewritten from its
 * leaves upwards.
 */
function boxedFormula(box: PageElement, formulas: readonly Formula[]): readonly PageNode[] | undefined {
  for (const element of firstElements(box, MAX_SEARCHED_ELEMENTS)) {
    const formula = formulaOf(element, formulas)
    if (formula === undefined) continue
    formula.isDisplay ||= DISPLAY_BOX.test(namesOf(box)) || attributeOf(box, 'display') === 'true'
    return [element]
  }
  return undefined
}

function isTexElement(element: PageElement): boolean {
  if (element.tagName.includes('-')) return TEX_TAG.test(element.tagName) && element.childNodes.every(isText)
  return element.tagName === 'code' && TEX_ELEMENT.test(attributeOf(element, 'class')?.slice(0, 300) ?? '')
}

function scriptFormula(script: PageElement, formulas: Formula[]): readonly PageNode[] | undefined {
  const source = sourceOf(script)
  return source && addFormula(formulas, source)
}

/** @returns the formula in a script; undefined if the script contains none */
function sourceOf(script: PageElement): Formula | undefined {
  if (!isFormulaScript(script)) return undefined
  const type = attributeOf(script, 'type') ?? ''
  const text = textOf(script, MAX_FORMULA + 1)
  if (/^\s*math\/mml/i.test(type)) {
    const math = findElement(parseHtmlFragment(text), ({ tagName }) => tagName === 'math')
    return math && formulaOfMathml(math)
  }
  const isTex = !/asciimath/i.test(type)
  return { ...texFormula(text, /mode\s*=\s*display/i.test(type)), isTex }
}

function pictureOfFormula(image: PageElement, formulas: Formula[]): readonly PageNode[] | undefined {
  const classes = attributeOf(image, 'class')?.slice(0, 300) ?? ''
  if (!FORMULA_PICTURE.test(classes)) {
    nameServicePicture(image)
    return undefined
  }
  const text = attributeOf(image, 'alt')?.trim() ?? ''
  const isFormula = /[\\^_={}]/.test(text.slice(0, MAX_FORMULA)) || (text.length > 0 && text.length < 4)
  return isFormula ? addFormula(formulas, texFormula(text, /fallback-image-display/.test(classes))) : undefined
}

function mathmlFormula(math: PageElement, formulas: Formula[]): readonly PageNode[] {
  return addFormula(formulas, formulaOfMathml(math))
}

function formulaOfMathml(math: PageElement): Formula {
  const tex = texOf(math)
  const isDisplay = attributeOf(math, 'display') === 'block'
  if (tex !== undefined) return { ...texFormula(tex, isDisplay), math }
  return { text: mathmlText(copyTree([math], new Set())), isTex: false, math, isDisplay }
}

/** @returns the TeX source in a MathML formula; undefined if it contains none */
function texOf(math: PageElement): string | undefined {
  const note = elementsOf(math).find(
    (element) => element.tagName === 'annotation' && TEX_SCRIPT_TYPE.test(attributeOf(element, 'encoding') ?? ''),
  )
  const text = note === undefined ? attributeOf(math, 'alttext') : textOf(note, MAX_FORMULA)
  return text?.trim() || undefined
}

/** Matches the source of a formula in Wikipedia, which is always wrapped as in `{\displaystyle x}`. */
const WIKIPEDIA_TEX = /^\{\\(display|text)style ([^]*)\}$/

function texFormula(source: string, isDisplay: boolean): Formula {
  const { tex, isDisplay: isOnOwnLine } = undelimited(source.slice(0, MAX_FORMULA).trim())
  return { text: WIKIPEDIA_TEX.exec(tex)?.[2]?.trim() ?? tex, isTex: true, isDisplay: isDisplay || isOnOwnLine }
}

/** Adds a formula to the list. @returns its placeholder; an empty list if the formula has no text */
function addFormula(formulas: Formula[], formula: Formula): readonly PageNode[] {
  return formula.text === '' ? [] : [placeholder(formula, formulas.push(formula) - 1)]
}
