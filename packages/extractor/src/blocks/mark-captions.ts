import { namesOf } from '../dom/name-hints.ts'
import { elementsOf, isElement, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { measureTree, type Measures, type MeasuresOf } from '../dom/text-measures.ts'

const CAPTION = /caption|credit|copyright|(?:^|[\s_-])(?:legend|cutline)(?:$|[\s_-])/i
const RENAMED = new Set(['span', 'div', 'p', 'small', 'em', 'i', 'cite', 'dd', 'section'])
const MAX_CAPTION = 600
/** Figures with such elements are not changed. */
const OTHER_FIGURES = 'pre table blockquote video audio ul ol'.split(' ')

/**
 * Converts text with the class name of a caption, and text beside the picture in a figure, to `figcaption`. The box
 * around such a caption and its picture becomes a `figure`.
 *
 * @param root the extracted article, changed in place
 * @returns the number of captions
 */
export function markCaptions(root: PageElement): number {
  const measures = measureTree(root, new Set())
  const inFigures = new Set(elementsOf(root).filter(isPictureFigure).flatMap(elementsOf))
  let count = 0
  const marked = new Set<PageParent>()
  for (const element of elementsOf(root)) {
    const parent = element.parentNode
    if (parent !== null && (marked.has(parent) || parent.nodeName === 'figcaption')) marked.add(element)
    else if (isCaption(element, measures.get(element)!, inFigures.has(element))) {
      element.tagName = element.nodeName = 'figcaption'
      marked.add(element)
      if (parent !== null && isElement(parent)) frame(parent, measures)
      count += 1
    }
  }
  return count
}

function isPictureFigure(element: PageElement): boolean {
  if (element.tagName !== 'figure') return false
  const inner = elementsOf(element)
  return inner.some(({ tagName }) => tagName === 'img') && !inner.some(({ tagName }) => OTHER_FIGURES.includes(tagName))
}

function isCaption(element: PageElement, inside: Measures, inFigure: boolean): boolean {
  if (!RENAMED.has(element.tagName) || inside.text === 0 || inside.text > MAX_CAPTION) return false
  if (inside.images > 0 || inside.frames > 0 || inside.media > 0) return false
  return inFigure || CAPTION.test(namesOf(element))
}

/** Turns a box into a figure if it contains a picture and hardly any text besides the caption. */
function frame(parent: PageElement, measures: MeasuresOf): void {
  const inside = measures.get(parent)
  if (inside === undefined || !['div', 'section', 'li'].includes(parent.tagName) || parent.tagName === 'li') return
  const captions = parent.childNodes
    .filter((child) => isElement(child) && child.tagName === 'figcaption')
    .filter(isElement)
  const text = captions.reduce((sum, caption) => sum + (measures.get(caption)?.text ?? 0), 0)
  if (inside.images > 0 && text >= inside.text * 0.8) parent.tagName = parent.nodeName = 'figure'
}
