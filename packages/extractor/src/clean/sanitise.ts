import { serialize } from 'parse5'
import sanitizeHtml from 'sanitize-html'
import { ADDRESS_ATTRIBUTES, ALLOWED_ELEMENTS, COMMON_ATTRIBUTES, DROPPED_ELEMENTS } from './allow-list.ts'
import { ALLOWED_MATHML } from './mathml-rules.ts'
import { escapeText } from '../dom/escape-text.ts'
import { textOf, type PageParent } from '../dom/page-tree.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { applyAllowList } from './apply-allow-list.ts'
import { isSameTree } from './same-tree.ts'

/**
 * Maximum number of rounds until the markup must be stable. Otherwise, it is reduced to its plain text. All known
 * markup is stable after three rounds.
 */
const MAX_ROUNDS = 8

/** The most frequent elements. sanitize-html searches its list of allowed ones from the start for each tag. */
const FREQUENT_ELEMENTS = new Set('p a li strong em br img h2 h3 div span ul figure figcaption td tr'.split(' '))
const isFrequent = (name: string): number => Number(FREQUENT_ELEMENTS.has(name))

const SANITIZE_OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...Object.keys(ALLOWED_ELEMENTS), ...Object.keys(ALLOWED_MATHML)].toSorted(
    (one, other) => isFrequent(other) - isFrequent(one),
  ),
  allowedAttributes: { ...mutable(ALLOWED_ELEMENTS), ...mutable(ALLOWED_MATHML), '*': [...COMMON_ATTRIBUTES] },
  allowedSchemes: ['http', 'https'],
  allowedSchemesByTag: { a: ['http', 'https', 'mailto', 'tel'] },
  allowedSchemesAppliedToAttributes: [...ADDRESS_ATTRIBUTES],
  allowProtocolRelative: false,
  nonTextTags: [...DROPPED_ELEMENTS],
  parseStyleAttributes: false,
  enforceHtmlBoundary: false,
}

export interface Sanitised {
  readonly html: string
  /** the tree that a parser builds from the HTML */
  readonly tree: PageParent
}

/**
 * Sanitises HTML (see `sanitiseTree`).
 *
 * @param html any text
 * @returns HTML of allowed elements only
 * @throws TooLargeError for more than 200,000 nodes
 */
export function sanitise(html: string): string {
  return sanitiseTree(parseHtmlFragment(html)).html
}

/**
 * Makes untrusted HTML safe to store and to show. Each round prunes the tree to the allow list, and then passes its
 * HTML through sanitize-html with the same list. Rounds are repeated until both results are equal and a conforming
 * parser builds the same tree from them, so that the markup cannot change its meaning when it is parsed again (mutation
 * XSS).
 *
 * Loads large modules, so import it only in worker threads.
 *
 * @param tree any tree, changed in place
 * @returns HTML of allowed elements only, which does not change when it is sanitised again. Markup that never becomes
 * stable is reduced to its plain text
 * @throws TooLargeError for more than 200,000 nodes
 */
export function sanitiseTree(tree: PageParent): Sanitised {
  let candidate = tree
  for (let round = 0; round < MAX_ROUNDS; round++) {
    applyAllowList(candidate)
    const html = serialize(candidate)
    const second = sanitizeHtml(html, SANITIZE_OPTIONS)
    const settled = stableTree(html, candidate)
    if (settled && isSameMarkup(second, html)) return { html, tree: settled }
    candidate = parseHtmlFragment(second)
  }
  const html = escapeText(textOf(candidate, Infinity))
  return { html, tree: parseHtmlFragment(html) }
}

/**
 * @param html markup
 * @param written the tree that was written as this markup
 * @returns the tree of the markup if neither parsing nor pruning changes it; otherwise undefined
 */
function stableTree(html: string, written: PageParent): PageParent | undefined {
  const tree = parseHtmlFragment(html)
  if (!isWrittenAs(tree, written, html)) return undefined
  applyAllowList(tree)
  return isWrittenAs(tree, written, html) ? tree : undefined
}

/** @returns whether the markup of a tree is that of another tree. Comparing the trees is faster than writing markup. */
function isWrittenAs(tree: PageParent, written: PageParent, html: string): boolean {
  return isSameTree(tree, written) || serialize(tree) === html
}

/**
 * @returns whether the output of sanitize-html equals the HTML. Void elements and non-breaking spaces, which
 * sanitize-html writes differently, are converted first. If the texts still differ, both are compared after parsing.
 */
function isSameMarkup(second: string, html: string): boolean {
  if (second === html) return true
  const alike = second.replaceAll(' />', '>').replaceAll('\u00a0', '&nbsp;')
  return alike === html || serialize(parseHtmlFragment(second)) === html
}

function mutable(lists: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(lists).map(([name, values]) => [name, [...values]]))
}
