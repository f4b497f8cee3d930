import { attributeOf, elementsOf, textOf, type PageElement } from '../dom/page-tree.ts'

export interface ReadFormula {
  readonly text: string
  /** true if the text is TeX, and false if it is a formula in linear notation */
  readonly isTex: boolean
  /** true for a formula in a line of its own */
  readonly isDisplay: boolean
}

/** @param math a `math` element of sanitised content @returns the text that the formula contains as an annotation */
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
