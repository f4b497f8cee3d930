import {
  attributeOf,
  createText,
  isElement,
  isText,
  rewriteTree,
  type PageElement,
  type PageNode,
  type PageParent,
  type PageText,
} from '../dom/page-tree.ts'
import { placeholder, type Formula } from './formula.ts'

/** Matches addresses and ids of scripts that render TeX in a browser. */
const TEX_RENDERER = /mathjax|katex/i
const NAMING_ATTRIBUTES = new Set(['src', 'href', 'id', 'type'])
/** Matches class names that Pandoc, Python-Markdown and Sphinx give to elements with TeX between delimiters. */
const TEX_WITH_DELIMITERS = /(?:^|\s)(?:math|arithmatex|math-container|mathjax)(?:$|\s)/
/** Matches class names that Pandoc gives to elements with TeX without delimiters. */
const TEX_WITHOUT_DELIMITERS = /^math (inline|display)$/
/** Elements whose text never counts as TeX. The scripts that render TeX in a browser skip them too. */
const LITERAL_ELEMENTS = new Set('script style pre code textarea noscript kbd samp annotation math'.split(' '))
/** Maximum length of a formula in characters. Longer formulas stay text. */
const MAX_TEX = 3000

/**
 * Matches TeX between delimiters. Because a dollar sign may belong to a price, a pair of single ones counts only if no
 * space follows the first, no space precedes the second, and no digit follows the second.
 */
const DELIMITED_TEX =
  /\$\$(?<double>[^$]{1,3000}?)\$\$|\\\[(?<block>[^]{1,3000}?)\\\]|\\\((?<inline>[^]{1,3000}?)\\\)|(?<![\\$\w])\$(?<single>(?![\s$])[^$]{0,500}?[^\s$\\])\$(?![\d$])|(?<environment>\\begin\{(?<name>equation|align|gather|multline|eqnarray)(?<star>\*?)\}[^]{1,3000}?\\end\{\k<name>\k<star>\})/g
/**
 * Matches text that may be a formula between single dollar signs: a single letter, or text with typical characters of
 * TeX.
 */
const LIKE_TEX = /^[A-Za-z]$|[\\^_{}=<>+]|^[A-Za-z]\(|^\d*[A-Za-z]'?$/

/**
 * @returns whether an element shows that the text of the page contains TeX: a script, style sheet or class that renders
 * it
 */
export function isTexRenderer(element: PageElement): boolean {
  const { tagName, attrs } = element
  if (tagName === 'script' || tagName === 'link')
    return attrs.some(({ name, value }) => NAMING_ATTRIBUTES.has(name) && TEX_RENDERER.test(value.slice(0, 500)))
  if (tagName !== 'span' && tagName !== 'div') return false
  const classes = attributeOf(element, 'class')
  return (
    classes !== undefined &&
    (classes.startsWith('math') || classes.startsWith('arithmatex')) &&
    TEX_WITH_DELIMITERS.test(classes.slice(0, 300))
  )
}

/**
 * Replaces TeX between delimiters by placeholders.
 *
 * @param root the page's tree, changed in place
 * @param formulas the formulas found so far; new ones are appended
 */
export function findTexInText(root: PageParent, formulas: Formula[]): void {
  rewriteTree(root, (node) => {
    if (isText(node)) return mayContainTex(node) ? formulasIn(node, formulas) : node
    return isElement(node) ? (undelimitedFormula(node, formulas) ?? node) : node
  })
}

/** @returns the placeholder for an element whose whole text is TeX without delimiters; undefined for other elements */
function undelimitedFormula(element: PageElement, formulas: Formula[]): PageNode | undefined {
  if (element.tagName !== 'span') return undefined
  const kind = TEX_WITHOUT_DELIMITERS.exec(attributeOf(element, 'class')?.slice(0, 300) ?? '')?.[1]
  const [only] = element.childNodes
  if (kind === undefined || only === undefined || !isText(only) || element.childNodes.length > 1) return undefined
  const formula = { text: only.value.trim().slice(0, MAX_TEX), isTex: true, isDisplay: kind === 'display' }
  return formula.text === '' ? undefined : placeholder(formula, formulas.push(formula) - 1)
}

function mayContainTex({ value, parentNode }: PageText): boolean {
  if (!/\$|\\[([b]/.test(value)) return false
  for (let parent = parentNode; parent !== null; parent = 'parentNode' in parent ? parent.parentNode : null)
    if (LITERAL_ELEMENTS.has(parent.nodeName)) return false
  return true
}

function formulasIn({ value }: PageText, formulas: Formula[]): readonly PageNode[] {
  const nodes: PageNode[] = []
  let done = 0
  for (const match of value.matchAll(DELIMITED_TEX)) {
    const { double, block, inline, single, environment } = match.groups!
    const text = (double ?? block ?? inline ?? single ?? environment)!.trim()
    if (text === '' || text.length > MAX_TEX || (single !== undefined && !LIKE_TEX.test(single))) continue
    const formula = { text, isTex: true, isDisplay: inline === undefined && single === undefined }
    nodes.push(createText(value.slice(done, match.index)), placeholder(formula, formulas.push(formula) - 1))
    done = match.index + match[0].length
  }
  return [...nodes, createText(value.slice(done))]
}
