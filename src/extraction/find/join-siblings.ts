import { attributeOf, isElement, textOf, type PageElement } from '../dom/page-tree.ts'
import { isParagraph, type Scores } from './score-candidates.ts'
import { linkDensity, type MeasuresOf } from '../dom/text-measures.ts'

const LEAST_SCORE = 10
const PART_OF_TOP = 0.2

/**
 * Parts of one article often stand side by side.
 *
 * @param top the element with the most points
 * @returns the top element and those of its siblings that look like its continuation, in document order
 */
export function joinSiblings(top: PageElement, scores: Scores, measures: MeasuresOf): PageElement[] {
  const siblings = top.parentNode?.childNodes.filter(isElement) ?? [top]
  const topScore = scores.get(top) ?? 0
  const least = Math.max(LEAST_SCORE, topScore * PART_OF_TOP)
  const name = attributeOf(top, 'class') ?? ''
  return siblings.filter((sibling) => {
    if (sibling === top) return true
    const inside = measures.get(sibling)
    if (inside === undefined) return false
    const bonus = name !== '' && attributeOf(sibling, 'class') === name ? topScore * PART_OF_TOP : 0
    const score = scores.get(sibling)
    if (score !== undefined && score + bonus >= least) return true
    return isParagraph(sibling, inside) && isProse(sibling, inside.text, linkDensity(inside))
  })
}

function isProse(element: PageElement, length: number, density: number): boolean {
  if (length > 80) return density < 0.25
  return length > 0 && density === 0 && /\.(?: |$)/.test(textOf(element, 200).trim())
}
