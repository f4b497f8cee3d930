import { authorNames } from '../metadata/author-names.ts'
import { cleanText } from '../dom/clean-text.ts'
import { contentFacts } from '../clean/content-facts.ts'
import { copyTree } from '../dom/copy-tree.ts'
import type { Draft, Processed, Processor } from '../extraction-draft.ts'
import { extractPage, type PageText } from '../extract-page.ts'
import type { Extraction, ReadableExtraction, Step } from '../extraction.ts'
import { PAGE_PROCESSORS } from '../page-processors.ts'
import { detachNode, type PageElement } from '../dom/page-tree.ts'
import { measureTree } from '../dom/text-measures.ts'
import { parseHtmlFragment, parsePage } from '../dom/parse-page.ts'
import { parsePublishedDate } from '../metadata/parse-date.ts'
import { webAddress } from '../dom/web-address.ts'
import { findByRules, type FoundByRules } from './find-by-rules.ts'
import { pageXPath } from './page-xpath.ts'
import type { SiteRules, SourcedRules } from './site-rules.ts'
import { parseUrl } from '../dom/parse-url.ts'

/**
 * Maximum number of characters after all replacements, which is also the limit for pages. A replacement that would
 * exceed it is left out, and so are all later ones.
 */
const MAX_TEXT = 10 * 1024 * 1024
/**
 * Minimum length of the text found by rules, as a share of the text found without them. It applies to all text and to
 * the long paragraphs. With less, the rules are not used: they become outdated when sites change. Rules of the user are
 * used nevertheless, because the user may want less text.
 */
const MIN_SHARE = 0.5

/**
 * Extracts a page by the rules of its site, and decides whether to use the result.
 *
 * @param source the decoded page
 * @param sourced the rules and their source
 * @param plain the result without rules
 * @param before earlier steps, for the extraction log
 * @returns the result by the rules if it has at least half as much text as the plain result, or if they are the user's
 * own and find any text. Otherwise, the plain result, with a step that reports the decision
 */
export async function extractByRules(
  source: PageText,
  { rules, source: origin, isOwn = false }: SourcedRules,
  plain: Extraction,
  before: readonly Step[],
): Promise<Extraction> {
  const text = replaceAll(source.text, rules)
  const page = parsePage(text)
  const found = findByRules(await pageXPath(page), page, rules)
  const note = [`rules of ${origin}`, ...found.notes].join('; ')
  const start: Processor = { name: 'site rules', run: (draft) => ({ draft, note }) }
  const processors = [start, ...PAGE_PROCESSORS.flatMap((processor) => withRules(processor, rules, found))]
  detachNode(page, found.dropped)
  const ruled = extractPage(source, before, { page, processors })
  const chosen = choose({ ruled, plain, note, isOwn })
  return chosen.kind === 'article' ? withLinks(chosen, found, source.url) : chosen
}

function replaceAll(text: string, { replacements }: SiteRules): string {
  let replaced = text
  for (const { find, replace } of replacements) {
    const pieces = replaced.split(find)
    if (replaced.length + (pieces.length - 1) * (replace.length - find.length) > MAX_TEXT) return replaced
    replaced = pieces.join(replace)
  }
  return replaced
}

/**
 * @returns the steps to run instead of a default step: usually the step itself; none if the rules make it unnecessary
 */
function withRules(processor: Processor, rules: SiteRules, found: FoundByRules): readonly Processor[] {
  const hasBody = found.body.length > 0
  if (processor.name === 'metadata') {
    return [processor, { name: 'rule metadata', run: (draft) => readMetadataByRules(draft, found) }]
  }
  if (processor.name === 'text' && hasBody)
    return [{ name: 'text', run: (draft) => findBodyByRules(draft, found.body) }]
  // The rules already select the article, so neither the model nor data and pictures of the page replace it.
  if (hasBody && REPLACED_STEPS.has(processor.name)) return []
  const isPruning = processor.name === 'byline' || processor.name === 'unrelated lines'
  return hasBody && isPruning && !rules.prune ? [] : [processor]
}

const REPLACED_STEPS = new Set(['stated text', 'lines', 'data', 'pictures'])

function readMetadataByRules(draft: Draft, { title, authors, dates }: FoundByRules): Processed {
  const named = authorNames(authors, draft.metadata.siteName)
  const publishedAt = dates
    .map((text) => parsePublishedDate(text, draft.metadata.language))
    .find((date) => date !== undefined)
  const stated = cleanText(title, 1000)
  const changes = {
    ...(stated !== undefined && { title: stated }),
    ...(named.length > 0 && { authors: named }),
    ...(publishedAt !== undefined && { publishedAt }),
  }
  const note = `set by the rules: ${Object.keys(changes).join(', ') || 'nothing'}`
  return { draft: { ...draft, metadata: { ...draft.metadata, ...changes } }, note }
}

function findBodyByRules(draft: Draft, body: readonly PageElement[]): Processed {
  return {
    draft: { ...draft, found: copyTree(body, new Set()) },
    note: `${body.length} elements selected by the rules`,
  }
}

interface Choice {
  readonly ruled: Extraction
  readonly plain: Extraction
  readonly note: string
  readonly isOwn: boolean
}

function choose({ ruled, plain, note, isOwn }: Choice): Extraction {
  if (plain.kind === 'unreadable') return ruled.kind === 'article' ? ruled : withStep(plain, `${note}; found no text`)
  if (ruled.kind === 'unreadable') return withStep(plain, `${note}; found no text, so they were not used`)
  const [byRules, without] = [lengthsIn(ruled), lengthsIn(plain)]
  const isLoss = byRules.all < without.all * MIN_SHARE || byRules.paragraphs < without.paragraphs * MIN_SHARE
  if (!isLoss) return ruled
  const found =
    `found ${byRules.all} characters of ${without.all}, ` +
    `and ${byRules.paragraphs} of ${without.paragraphs} in long paragraphs`
  if (isOwn) return withStep(ruled, `${found}; used all the same, because a user has written them for this site`)
  return withStep(plain, `${note}; ${found}, so they were not used`)
}

/** @returns the numbers of characters in an article, in all and in long paragraphs outside of links */
function lengthsIn({ article }: ReadableExtraction): { readonly all: number; readonly paragraphs: number } {
  const tree = parseHtmlFragment(article.content)
  return { all: contentFacts(tree).characters, paragraphs: measureTree(tree, new Set()).get(tree)!.long }
}

function withStep<T extends Extraction>(extraction: T, note: string): T {
  return { ...extraction, steps: [...extraction.steps, { name: 'site rules', note }] }
}

/**
 * Adds the links to the next page and to the single-page version that the rules have found. Ignores links to other
 * origins and to the page itself.
 */
function withLinks(extraction: ReadableExtraction, found: FoundByRules, url: string): ReadableExtraction {
  const own = (address: string | undefined): string | undefined => {
    const target = parseUrl(webAddress(address, url) ?? '')
    return target?.origin === parseUrl(url)?.origin && target?.href !== url ? target?.href : undefined
  }
  const [nextPage, singlePage] = [own(found.nextPage), own(found.singlePage)]
  return { ...extraction, ...(nextPage !== undefined && { nextPage }), ...(singlePage !== undefined && { singlePage }) }
}
