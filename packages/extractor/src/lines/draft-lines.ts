import type { Draft } from '../extraction-draft.ts'
import { sourceOf } from '../dom/copy-tree.ts'
import { findElement, isText, nodesOf, type PageElement, type PageNode, type PageParent } from '../dom/page-tree.ts'
import { firstLineBelowTitle } from './first-line-below-title.ts'
import type { PageContext } from './line-features.ts'
import { pageLines, type PageLine, type PageLines } from './page-lines.ts'

/** The lines of a page, with the decisions of the rules, which are the extraction steps before the model. */
export interface DraftLines {
  readonly body: PageElement
  readonly page: PageLines
  readonly context: PageContext
  /** True if the page declares itself the page of a product. */
  readonly isProduct: boolean
  readonly isDiscussion: boolean
}

/** Maximum number of lines that are classified. Pages with more are rarely articles, and would take long. */
const MAX_LINES = 5000

/**
 * @param root copies of parts of the page
 * @returns the text nodes of the page that were copied
 */
function sourceTexts(root: PageParent): Set<PageNode> {
  const texts = new Set<PageNode>()
  for (const node of nodesOf(root)) {
    const source = isText(node) ? sourceOf(node) : undefined
    if (source !== undefined) texts.add(source)
  }
  return texts
}

/**
 * @returns the lines of the page; undefined if the rules selected none of its text, or if it has more than 5,000 lines
 */
export function linesOfDraft(draft: Draft): DraftLines | undefined {
  const body = findElement(draft.page, ({ tagName }) => tagName === 'body')
  if (body === undefined || draft.found === undefined) return undefined
  const kept = sourceTexts(draft.found)
  if (kept.size === 0) return undefined
  const page = pageLines(body)
  if (page.lines.length === 0 || page.lines.length > MAX_LINES) return undefined
  const { isArticle, isProduct, isDiscussion, url, titleHeadings } = draft
  const { title = '' } = draft.metadata
  const isKept = marksOf(page.lines, kept)
  const firstKept = isKept.indexOf(1)
  const belowTitle = firstLineBelowTitle(page, { title, titleHeadings }, firstKept)
  const context = { isArticle, url, title, isKept, firstKept, belowTitle }
  return { body, page, context, isProduct, isDiscussion }
}

/** @returns 1 for each line if at least half of its text is in the set, otherwise 0 */
function marksOf(lines: readonly PageLine[], texts: ReadonlySet<PageNode>): Uint8Array {
  const marks = new Uint8Array(lines.length)
  for (let index = 0; index < lines.length; index++) {
    let [inside, all] = [0, 0]
    for (const node of lines[index]!.nodes) {
      const length = node.value.trim().length
      all += length
      if (texts.has(node)) inside += length
    }
    if (inside * 2 >= all && inside > 0) marks[index] = 1
  }
  return marks
}
