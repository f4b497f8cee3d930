import { serialize } from 'parse5'
import sanitizeHtml from 'sanitize-html'
import { ADDRESS_ATTRIBUTES, ALLOWED_ELEMENTS, COMMON_ATTRIBUTES, DROPPED_ELEMENTS } from './allow-list.ts'
import { escapeText } from './escape-text.ts'
import { textOf } from './page-tree.ts'
import { parseHtmlFragment } from './parse-page.ts'
import { pruneTree } from './prune-tree.ts'

/** Markup that HTML parsers keep rearranging settles within three rounds; eight leave room. */
const MAX_ROUNDS = 8

const POLICY: sanitizeHtml.IOptions = {
  allowedTags: Object.keys(ALLOWED_ELEMENTS),
  allowedAttributes: { ...mutable(ALLOWED_ELEMENTS), '*': [...COMMON_ATTRIBUTES] },
  allowedSchemes: ['http', 'https'],
  allowedSchemesAppliedToAttributes: [...ADDRESS_ATTRIBUTES],
  allowProtocolRelative: false,
  nonTextTags: [...DROPPED_ELEMENTS],
  parseStyleAttributes: false,
  enforceHtmlBoundary: false,
}

/**
 * Makes foreign HTML safe to store and to show. Two nets, one behind the other: the tree of a conforming parser is
 * pruned to the allow list, then the text goes through sanitize-html with the same list. This is repeated until both
 * agree and the result reads back as the same tree, so markup cannot change its meaning later (mutation XSS).
 *
 * Heavy modules stand behind this file: import it in worker threads only.
 *
 * @param html anything
 * @returns HTML of allowed elements only; sanitising it again changes nothing. Markup that never settles becomes its
 *   plain text
 * @throws AppError `too_large` above 200,000 nodes
 */
export function sanitise(html: string): string {
  let candidate = html
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const pruned = prunedHtml(candidate)
    const sanitised = readBack(sanitizeHtml(pruned, POLICY))
    if (sanitised === pruned && isSettled(pruned)) return pruned
    candidate = sanitised
  }
  return escapeText(textOf(parseHtmlFragment(candidate), Infinity))
}

function prunedHtml(html: string): string {
  const tree = parseHtmlFragment(html)
  pruneTree(tree)
  return serialize(tree)
}

function readBack(html: string): string {
  return serialize(parseHtmlFragment(html))
}

/** @returns whether the markup reads back as itself, and pruning it again changes nothing */
function isSettled(html: string): boolean {
  const tree = parseHtmlFragment(html)
  if (serialize(tree) !== html) return false
  pruneTree(tree)
  return serialize(tree) === html
}

function mutable(lists: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(lists).map(([name, values]) => [name, [...values]]))
}
