import { ElementList } from '../dom/element-list.ts'
import { namesOf } from '../dom/class-name-hints.ts'
import {
  attributeOf,
  createElement,
  createText,
  firstElements,
  isElement,
  isText,
  rewriteTree,
  textOf,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'

/** Maximum length in characters of a label. The rest is cut. */
const MAX_LABEL = 1000
/** Number of elements in a drawing that are searched for pictures. */
const MAX_SEARCHED_ELEMENTS = 500
/** Matches class names of formulas (see `formula-attributes.ts`). */
const FORMULA_NAME = /(?:^|[\s_-])(?:mwe-)?(?:math|tex|latex|katex|mathjax|formula|equation)/i
const ICON_NAME = /icon|emoji|logo|avatar|(?:^|[\s_-])(?:fa|flag|bg|background|spinner)(?:$|[\s_-])/i
const PICTURES = new Set('img picture video canvas iframe object'.split(' '))
/** Elements that contain a line of text. */
const TEXT_BLOCKS = new Set('p li td th dt dd h1 h2 h3 h4 h5 h6 figcaption caption'.split(' '))
const CONTROLS = new Set(['a', 'button', 'label', 'summary', 'nav'])
const MAX_LEVELS_UP = 4
/** Minimum length in characters of the text around a drawing in a line. */
const MIN_TEXT_AROUND = 4

/**
 * Replaces drawings without a picture by the labels that screen readers speak: formulas drawn by `span` elements, and
 * drawings in a line of text. An element that contains text keeps it instead. Icons are left out: they are in controls, or
 * stand alone. Must run before drawings are removed.
 *
 * @param root the page's tree, changed in place
 * @param elements the elements of the tree, renewed if it has changed
 * @returns the number of labels that became text
 */
export function showDrawingLabels(root: PageParent, elements: ElementList = new ElementList(root)): number {
  let count = 0
  if (!elements.withAttribute('role').some((element) => labelOf(element) !== undefined)) return count
  elements.renew()
  rewriteTree(root, (node) => {
    const label = isElement(node) ? labelOf(node) : undefined
    if (label === undefined) return node
    count += 1
    return createElement('span', {}, [createText(label)])
  })
  return count
}

/** @returns the label of a drawing that belongs to the text; undefined for other elements */
function labelOf(element: PageElement): string | undefined {
  if (attributeOf(element, 'role') !== 'img') return undefined
  const label = attributeOf(element, 'aria-label')?.slice(0, MAX_LABEL).trim()
  return label && isDrawing(element) && isPartOfText(element) ? label : undefined
}

/** @returns whether the element contains neither text nor a picture, and is not hidden from screen readers */
function isDrawing(element: PageElement): boolean {
  if (PICTURES.has(element.tagName) || attributeOf(element, 'aria-hidden') === 'true') return false
  if (element.tagName !== 'svg' && textOf(element, MAX_LABEL).trim() !== '') return false
  return !firstElements(element, MAX_SEARCHED_ELEMENTS).some(({ tagName }) => PICTURES.has(tagName))
}

/** @returns whether the drawing is a formula or stands in a line of text */
function isPartOfText(element: PageElement): boolean {
  const names = namesOf(element)
  if (FORMULA_NAME.test(names)) return element.tagName !== 'svg'
  let parent: PageParent | null = element.parentNode
  for (let level = 0; level < MAX_LEVELS_UP && parent !== null && isElement(parent); level++) {
    if (CONTROLS.has(parent.tagName)) return false
    if (TEXT_BLOCKS.has(parent.tagName)) return isPartOf(parent, element, names)
    parent = parent.parentNode
  }
  return false
}

function isPartOf(block: PageElement, element: PageElement, names: string): boolean {
  const text = textOf(block, MAX_LABEL).trim()
  const isDrawn = element.childNodes.some(isElement) && element.tagName !== 'svg' && !ICON_NAME.test(names)
  return (
    isDrawn && text.length >= MIN_TEXT_AROUND && block.childNodes.some((node) => isText(node) && /\S/.test(node.value))
  )
}
