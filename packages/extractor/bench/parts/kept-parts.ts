import { baseAddress } from '../../src/dom/absolute-addresses.ts'
import { parseHtmlFragment, parsePage } from '../../src/dom/parse-page.ts'
import { openShadowRoots } from '../../src/dom/shadow-roots.ts'
import { insertStreamedFragments } from '../../src/dom/streamed-fragments.ts'
import { TooLargeError } from '../../src/too-large.ts'
import { expectedParts } from './expected-parts.ts'
import { openHiddenLines, type HiddenLines } from './hidden-lines.ts'
import { showMainPart } from './left-out-elements.ts'
import { PART_KINDS, type Part, type PartKind } from './part.ts'
import { readParts } from './read-parts.ts'
import { squeeze } from './squeeze.ts'

/** The parts of one kind that the article of a page should have, and those that it lacks. */
interface Count {
  readonly expected: number
  readonly lost: readonly Part[]
}

/** What an extraction made of a page. */
export interface KeptParts extends HiddenLines {
  readonly counts: Readonly<Record<PartKind, Count>>
}

/** A page and its annotation. */
interface AnnotatedPage {
  readonly url: string
  readonly html: string
  readonly text: string
  readonly title: string | undefined
}

/**
 * @returns a function that compares an extracted article (HTML) and its title with the parts of the page. A part is kept
 *   as its kind if the article has an element of that kind with the same text; of headings, the level may differ. A link
 *   must have the same target, a picture one of its file names, and a link must lead to a note. A heading that became the
 *   title is kept. Undefined if the page is too large. Declarative shadow roots and parts that React streams later are in
 *   their places, as in a browser, and a hidden element with more than half of the page's letters counts as shown.
 */
export function openParts(page: AnnotatedPage): ((content: string, title: string) => KeptParts) | undefined {
  try {
    const root = parsePage(page.html)
    openShadowRoots(root)
    insertStreamedFragments(root)
    showMainPart(root)
    const addresses = { url: page.url, base: baseAddress(root, page.url) }
    const expected = expectedParts(root, page.url, page.text, page.title && squeeze(page.title))
    const hiddenLinesOf = openHiddenLines(root)
    return (content, title) => {
      const found = [...readParts(parseHtmlFragment(content), addresses), titleOf(title)]
      return { counts: countsOf(expected, found), ...hiddenLinesOf(content) }
    }
  } catch (error) {
    if (error instanceof TooLargeError) return undefined
    throw error
  }
}

function titleOf(title: string): Part {
  return { kind: 'headings', keys: [squeeze(title)] }
}

function countsOf(expected: readonly Part[], found: readonly Part[]): Record<PartKind, Count> {
  const keysOf = (kind: PartKind): Set<string> =>
    new Set(found.filter((part) => part.kind === kind).flatMap(({ keys }) => keys))
  const countOf = (kind: PartKind): Count => {
    const keys = keysOf(kind)
    const ofKind = expected.filter((part) => part.kind === kind)
    return { expected: ofKind.length, lost: ofKind.filter((part) => !part.keys.some((key) => keys.has(key))) }
  }
  return Object.fromEntries(PART_KINDS.map((kind) => [kind, countOf(kind)])) as Record<PartKind, Count>
}
