import { serialize } from 'parse5'
import type { PageParent } from './page-tree.ts'
import { parseHtmlFragment } from './parse-page.ts'

/** @returns the HTML after a step changed its tree */
export function htmlAfter(html: string, change: (tree: PageParent) => unknown): string {
  const tree = parseHtmlFragment(html)
  change(tree)
  return serialize(tree)
}
