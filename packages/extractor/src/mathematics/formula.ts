import { attributeOf, createElement, createText, type PageElement } from '../dom/page-tree.ts'

/** A formula of a page. During the search for the article, a placeholder with its text stands for it. */
export interface Formula {
  /** the TeX source if the page contains it, otherwise the formula in linear notation */
  readonly text: string
  readonly isTex: boolean
  /** the MathML of the page; absent if the page contains only TeX */
  readonly math?: PageElement
  /** true for a formula on its own line */
  isDisplay: boolean
}

/**
 * Name of the attribute that contains the index of a formula in its placeholder. The sanitiser removes the attribute.
 */
const INDEX_ATTRIBUTE = 'data-formula'

/** @returns a placeholder for a formula, which contains its text and its index */
export function placeholder(formula: Formula, index: number): PageElement {
  return createElement('code', { class: 'math', [INDEX_ATTRIBUTE]: String(index) }, [createText(formula.text)])
}

/** @returns whether the element is the placeholder of a formula */
export function isFormulaPlaceholder({ tagName, attrs }: PageElement): boolean {
  return tagName === 'code' && attrs.some(({ name }) => name === INDEX_ATTRIBUTE)
}

/** @returns the formula of a placeholder; undefined for other elements */
export function formulaOf(element: PageElement, formulas: readonly Formula[]): Formula | undefined {
  if (element.tagName !== 'code') return undefined
  const index = attributeOf(element, INDEX_ATTRIBUTE)
  return index !== undefined && /^\d{1,6}$/.test(index) ? formulas[Number(index)] : undefined
}
