import { html as names } from 'parse5'
import { namesOf } from '../dom/name-hints.ts'
import { mathmlText } from './mathml-text.ts'
import {
  attributeOf,
  createElement,
  createText,
  elementsOf,
  findElement,
  firstElements,
  isElement,
  rewriteTree,
  textOf,
  type PageElement,
  type PageNode,
  type PageParent,
} from '../dom/page-tree.ts'

const MAX_FORMULA = 10_000
const MAX_LOOKED_AT = 3000
/** Class names of boxes with one formula, often in two versions: for display and for screen readers. */
const BOX =
  /(?:^|\s)(?:katex(?:-display)?|mwe-math-element|MathJax(?:_Display|_SVG|_CHTML|_SVG_Display)?|mjx-chtml|MathJax_Preview)(?:$|\s)/
/** Class names of the output of MathJax 2. The script with the formula's source follows it. */
const DRAWN = /(?:^|\s)(?:MathJax(?:_Display|_SVG|_CHTML|_SVG_Display|_Preview)?|mjx-chtml)(?:$|\s)/
const PICTURE =
  /(?:^|[\s_-])(?:latex|tex|math|mwe-math-fallback-image-(?:inline|display)|equation|formula)(?=$|[\s_-])/i
const TEX_SCRIPT = /^\s*math\/(?:tex|latex|asciimath)/i
const TEX = /^\s*(?:application\/x-(?:tex|latex)|latex|tex)\s*$/i

/**
 * Replaces every formula by its text, as `<code class="math">`: its TeX source if the page contains it, otherwise the
 * formula in linear notation. Must run before scripts and MathML are removed.
 *
 * @param root the page's tree, changed in place
 * @returns the number of formulas
 */
export function writeMathematics(root: PageParent): number {
  if (findElement(root, mayBeMath) === undefined) return 0
  let count = 0
  rewriteTree(root, (node) => {
    const written = isElement(node) ? replacement(node) : undefined
    if (written === undefined) return node
    count += written.length
    return written
  })
  return count
}

function mayBeMath({ tagName, attrs }: PageElement): boolean {
  if (tagName === 'math' || tagName === 'mjx-container') return true
  if (tagName === 'script') return attrs.some(({ name, value }) => name === 'type' && TEX_SCRIPT.test(value))
  return tagName === 'img' && attrs.some(({ name, value }) => name === 'class' && PICTURE.test(value.slice(0, 300)))
}

/** @returns the nodes that replace the element; undefined if it is not a formula */
function replacement(element: PageElement): readonly PageNode[] | undefined {
  const { tagName } = element
  if (tagName === 'script') return isTexScript(element) ? written(textOf(element, MAX_FORMULA)) : undefined
  if (tagName === 'math' && element.namespaceURI === names.NS.MATHML)
    return written(texOf(element) ?? mathmlText(element))
  if (tagName === 'img') return pictureOfFormula(element)
  if (tagName !== 'mjx-container' && !BOX.test(namesOf(element))) return undefined
  return boxedFormula(element)
}

/** Formulas within the box are already converted, because the tree is rewritten from its leaves upwards. */
function boxedFormula(box: PageElement): readonly PageNode[] | undefined {
  const formula = firstElements(box, MAX_LOOKED_AT).find(isFormula)
  if (formula !== undefined) return [formula]
  return DRAWN.test(namesOf(box)) && isFollowedByTex(box) ? [] : undefined
}

function isFollowedByTex(drawing: PageElement): boolean {
  const siblings = drawing.parentNode?.childNodes ?? []
  const at = siblings.indexOf(drawing)
  return siblings
    .slice(at + 1, at + 4)
    .some((node) => isElement(node) && (isTexScript(node) || DRAWN.test(namesOf(node))))
}

function isFormula(element: PageElement): boolean {
  return element.tagName === 'code' && attributeOf(element, 'class') === 'math'
}

function isTexScript(element: PageElement): boolean {
  return element.tagName === 'script' && TEX_SCRIPT.test(attributeOf(element, 'type') ?? '')
}

function pictureOfFormula(image: PageElement): readonly PageNode[] | undefined {
  if (!PICTURE.test(attributeOf(image, 'class')?.slice(0, 300) ?? '')) return undefined
  const text = attributeOf(image, 'alt')?.trim() ?? ''
  return /[\\^_={}]/.test(text.slice(0, MAX_FORMULA)) || (text.length > 0 && text.length < 4)
    ? written(text)
    : undefined
}

/** @returns the TeX source that a MathML formula contains; undefined if there is none */
function texOf(math: PageElement): string | undefined {
  const note = elementsOf(math).find(
    (element) => element.tagName === 'annotation' && TEX.test(attributeOf(element, 'encoding') ?? ''),
  )
  const text = note === undefined ? attributeOf(math, 'alttext') : textOf(note, MAX_FORMULA)
  return text?.trim() || undefined
}

function written(text: string): readonly PageNode[] {
  const bare = text.slice(0, MAX_FORMULA).trim()
  const inner = /^\{\\displaystyle ([^]*)\}$/.exec(bare)?.[1]?.trim() ?? bare
  return inner === '' ? [] : [createElement('code', { class: 'math' }, [createText(inner)])]
}
