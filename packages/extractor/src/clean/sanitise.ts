import { serialize } from 'parse5'
import sanitizeHtml from 'sanitize-html'
import { ADDRESS_ATTRIBUTES, ALLOWED_ELEMENTS, COMMON_ATTRIBUTES, DROPPED_ELEMENTS } from './allow-list.ts'
import { escapeText } from '../dom/escape-text.ts'
import { textOf, type PageParent } from '../dom/page-tree.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { pruneTree } from './prune-tree.ts'

/** Markup that changes when it is parsed again becomes stable within three rounds; eight leave a margin. */
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

export interface Sanitised {
  readonly html: string
  /** The tree that a parser builds from the HTML. */
  readonly tree: PageParent
}

/**
 * @param html any text
 * @returns HTML of allowed elements only, see `sanitiseTree`
 * @throws TooLargeError above 200,000 nodes
 */
export function sanitise(html: string): string {
  return sanitiseTree(parseHtmlFragment(html)).html
}

/**
 * Makes foreign HTML safe to store and to show, in two layers: the tree is pruned to the allow list, then its text goes
 * through sanitize-html with the same list. This is repeated until both agree and a conforming parser builds the same
 * tree from the text, so that markup cannot change its meaning later (mutation XSS).
 *
 * Loads large modules: import it in worker threads only.
 *
 * @param tree any tree, changed in place
 * @returns HTML of allowed elements only; sanitising it again changes nothing. Markup that never becomes stable is
 *   reduced to its plain text
 * @throws TooLargeError above 200,000 nodes
 */
export function sanitiseTree(tree: PageParent): Sanitised {
  let candidate = tree
  for (let round = 0; round < MAX_ROUNDS; round++) {
    pruneTree(candidate)
    const html = serialize(candidate)
    const second = sanitizeHtml(html, POLICY)
    const settled = settledTree(html)
    if (settled && saysTheSame(second, html)) return { html, tree: settled }
    candidate = parseHtmlFragment(second)
  }
  const html = escapeText(textOf(candidate, Infinity))
  return { html, tree: parseHtmlFragment(html) }
}

/** @returns the tree of markup that stays the same after parsing and pruning; else nothing */
function settledTree(html: string): PageParent | undefined {
  const tree = parseHtmlFragment(html)
  if (serialize(tree) !== html) return undefined
  pruneTree(tree)
  return serialize(tree) === html ? tree : undefined
}

/** Void elements and non-breaking spaces are serialised differently; for other differences the parsed tree decides. */
function saysTheSame(second: string, html: string): boolean {
  const alike = second.replaceAll(' />', '>').replaceAll('\u00a0', '&nbsp;')
  return alike === html || serialize(parseHtmlFragment(second)) === html
}

function mutable(lists: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(lists).map(([name, values]) => [name, [...values]]))
}
