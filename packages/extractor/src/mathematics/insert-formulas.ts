import { createText, isElement, rewriteTree, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { coreMathml } from './core-mathml.ts'
import { formulaOf, type Formula } from './formula.ts'
import { createMathml } from './mathml-element.ts'
import { texToMathml } from './tex-to-mathml.ts'

/** Maximum number of formulas in an article that become MathML. Further formulas stay text. */
const MAX_CONVERTED = 3000
/** After this number of characters of TeX in an article, further formulas stay text. */
const MAX_CHARACTERS = 300_000

/**
 * Replaces the placeholders of `findFormulas` by the formulas. Each formula contains its text as an annotation for
 * programs without MathML; browsers do not show annotations. TeX that cannot be converted stays text.
 *
 * @param root the article, changed in place
 * @returns the number of formulas shown as MathML
 */
export function insertFormulas(root: PageParent, formulas: readonly Formula[]): number {
  if (formulas.length === 0) return 0
  let placed = 0
  let characters = 0
  rewriteTree(root, (node) => {
    const formula = isElement(node) ? formulaOf(node, formulas) : undefined
    if (formula === undefined || placed >= MAX_CONVERTED || characters > MAX_CHARACTERS) return node
    if (formula.math === undefined) characters += formula.text.length
    const math = mathOf(formula)
    if (math === undefined) return node
    placed += 1
    return math
  })
  return placed
}

function mathOf(formula: Formula): PageElement | undefined {
  const { text, isTex, isDisplay } = formula
  const source = formula.math ?? (isTex ? texToMathml(text, isDisplay) : undefined)
  const shown = source && coreMathml(source)
  if (shown === undefined) return undefined
  const encoding = isTex ? 'application/x-tex' : 'text/plain'
  const semantics = createMathml('semantics', {}, [shown, createMathml('annotation', { encoding }, [createText(text)])])
  return createMathml('math', isDisplay ? { display: 'block' } : {}, [semantics])
}
