import { namesOf } from '../dom/class-name-hints.ts'
import { attributeOf, isElement, isText, type PageElement, type PageParent } from '../dom/page-tree.ts'

/** Types of the scripts in which MathJax 2 stores the source of a formula: `math/tex; mode=display`. */
const FORMULA_SCRIPT = /^\s*math\/(?:tex|latex|asciimath|mml)/i
/** Matches class names of formulas that MathJax or KaTeX drew. */
const DRAWING = /(?:^|\s)(?:MathJax(?:_Display|_SVG|_CHTML|_SVG_Display)?|mjx-chtml|katex(?:-display)?)(?:$|\s)/
/** Matches class names of what MathJax 2 shows until it has drawn a formula. */
const PREVIEW = /(?:^|\s)MathJax_Preview(?:$|\s)/

/** The parts of formulas that MathJax 2 wrote: a preview, a drawing, and a script with the source, in this order. */
export interface MathjaxParts {
  /** the script with the source of each drawing */
  readonly sources: ReadonlyMap<PageElement, PageElement>
  /** previews of formulas whose drawing or source follows */
  readonly previews: ReadonlySet<PageElement>
}

/** @returns whether the element is a script that contains the source of a formula */
export function isFormulaScript(element: PageElement): boolean {
  return element.tagName === 'script' && FORMULA_SCRIPT.test(attributeOf(element, 'type') ?? '')
}

/**
 * Finds the scripts that belong to drawn formulas, so that no formula is shown twice.
 *
 * @param elements all elements of the page
 */
export function pairWithSources(elements: readonly PageElement[]): MathjaxParts {
  const sources = new Map<PageElement, PageElement>()
  const previews = new Set<PageElement>()
  const parts = elements.filter((element) => isFormulaScript(element) || isPreview(element))
  for (const parent of new Set(parts.map(({ parentNode }) => parentNode)))
    for (const [before, element] of adjacentElements(parent)) {
      const isSource = isFormulaScript(element)
      if (isPreview(before) && (isSource || isDrawing(element))) previews.add(before)
      if (isSource && isDrawing(before)) sources.set(before, element)
    }
  return { sources, previews }
}

/** @returns the pairs of children that only white space or comments divide */
function adjacentElements(parent: PageParent | null): [PageElement, PageElement][] {
  const pairs: [PageElement, PageElement][] = []
  let before: PageElement | undefined
  for (const node of parent?.childNodes ?? []) {
    if (isText(node) && node.value.trim() !== '') before = undefined
    if (!isElement(node)) continue
    if (before !== undefined) pairs.push([before, node])
    before = node
  }
  return pairs
}

function isDrawing(element: PageElement): boolean {
  return element.tagName === 'mjx-container' || DRAWING.test(namesOf(element))
}

function isPreview(element: PageElement): boolean {
  return PREVIEW.test(namesOf(element))
}
