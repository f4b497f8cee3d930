import { attributeOf } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { pageXPath, type PageXPath } from './page-xpath.ts'

/** Maximum length of a value from a page. */
const MAX_VALUE = 4096

/**
 * Evaluates expressions on a page. Expensive: for worker threads only.
 * @param text the decoded page
 * @param expressions XPath, accepted by `xpathProblem`
 * @returns for each expression the value of the first match: the `value` of a form field, the text of anything else;
 *   undefined for no match or an invalid expression
 * @throws TooLargeError above 200,000 nodes
 */
export async function findOnPage(text: string, expressions: readonly string[]): Promise<(string | undefined)[]> {
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
