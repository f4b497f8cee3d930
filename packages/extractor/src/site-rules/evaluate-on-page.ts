import { attributeOf } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { pageXPath, type PageXPath } from './page-xpath.ts'

/** Maximum length of a value in characters. Longer values are cut. */
const MAX_VALUE = 4096

/**
 * Evaluates expressions on a page. The evaluation takes long, so run it in a worker thread.
 * @param text the decoded page
 * @param expressions XPath expressions that `xpathProblem` accepts
 * @returns for each expression, the value of the first match: the `value` of a form field, or the text of any other
 * element. Undefined if there is no match or the expression is invalid.
 * @throws TooLargeError above 200,000 nodes
 */
export async function evaluateOnPage(text: string, expressions: readonly string[]): Promise<(string | undefined)[]> {
  const xpath = await pageXPath(parsePage(text))
  return expressions.map((expression) => {
    try {
      return valueOf(xpath, expression)?.slice(0, MAX_VALUE)
    } catch {
      return undefined
    }
  })
}

function valueOf(xpath: PageXPath, expression: string): string | undefined {
  const [element] = xpath.elements(expression)
  return (element && attributeOf(element, 'value')) ?? xpath.texts(expression)[0]
}
