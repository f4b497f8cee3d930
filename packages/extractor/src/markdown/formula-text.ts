import { attributeOf, elementsOf, textOf, type PageElement } from '../dom/page-tree.ts'

interface ReadFormula {
  readonly text: string
  /** true for TeX, false for linear notation such as `x_i^2` */
  readonly isTex: boolean
  /** true for a formula on its own line */
  readonly isDisplay: boolean
}

/**
 * @param math a `math` element of sanitised content
 * @returns the text of its annotation; without an annotation, its own text
 */
export function readFormula(math: PageElement): ReadFormula {
  const note = elementsOf(math).find(({ tagName }) => tagName === 'annotation')
  return {
    text: textOf(note ?? math)
      .replaceAll(/\s+/g, ' ')
      .trim(),
    isTex: note !== undefined && attributeOf(note, 'encoding') === 'application/x-tex',
    isDisplay: attributeOf(math, 'display') === 'block',
  }
}
