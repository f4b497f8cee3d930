import { attributeOf } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { pageXPath, type PageXPath } from './page-xpath.ts'

/** Longest value that is taken from a page. */
const MAX_VALUE = 4096

/**
 * Looks things up on a page. Heavy: for worker threads only.
 * @param text the decoded page
 * @param expressions XPath, as `xpathProblem` lets it pass
 * @returns for each expression the value of the first thing that it names: the `value` of a field of a form, the text of
 *   anything else; undefined where it names nothing or cannot be read
 * @throws AppError `too_large` above 200,000 nodes
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
