import type { ExtractionPool } from '../../extraction/extraction-pool.ts'
import type { Fetcher } from '../../fetching/fetcher.ts'
import { AppError } from '../../kernel/errors.ts'
import { setTimeout } from 'node:timers/promises'
import {
  siteOf,
  type EmbeddedPicture,
  type Extraction,
  type ReadableExtraction,
  type Step,
  type UnreadableExtraction,
} from '@dogear/extractor/service'

/** A page with at least this share of repeated text counts as a repetition of earlier pages. */
const MIN_REPEATED_SHARE = 0.8

/**
 * Number of characters of a page that are checked for repetition. The check blocks the event loop, and the start of a
 * page is sufficient.
 */
const MAX_CHECKED_CHARACTERS = 200_000

/** Maximum number of pages of an article (security specification, section 2.2, F13). Further pages are not fetched. */
const MAX_PAGES = 10

/**
 * Maximum size of all further pages together, in bytes; the same as the limit for a single page. The page that exceeds
 * it and all later pages are left out.
 */
const MAX_BYTES = 16 * 1024 * 1024

/**
 * Maximum number of characters of the joined HTML (security specification, section 5, stored article). The page that
 * would exceed it and all later pages are left out.
 */
const MAX_JOINED_CHARACTERS = 4 * 1024 * 1024

/** Time limit for all further pages together, in milliseconds; the same as the limit for a single page. */
const TOTAL_MS = 30_000

/** Pause between two requests to the same site, in milliseconds. */
const PAUSE_MS = 250

/** Name of the step in the extraction log that records the joined pages. */
export const JOINED_STEP = 'pages'

export interface JoinPagesDeps {
  readonly fetcher: Fetcher
  readonly extraction: Pick<ExtractionPool, 'extract' | 'clean'>
}

/**
 * Fetches the further pages of an article that spans several, and joins the texts of all pages in order. Stops at the
 * first page that cannot be fetched or does not belong to the article.
 * @param url address of the first page, after redirects
 * @param first extraction of the first page
 * @param signal stops fetching; the pages fetched so far are joined
 * @returns the extraction of the first page, with the text of all pages and a step in its log that describes the
 * joining
 */
export async function joinPages(
  deps: JoinPagesDeps,
  url: string,
  first: ReadableExtraction,
  signal: AbortSignal,
): Promise<ReadableExtraction> {
  if (first.singlePage !== undefined) {
    const whole = await fetchSinglePage(deps, url, first.singlePage, signal)
    if (whole && (isData(whole) || whole.article.content.length >= first.article.content.length))
      return joinNextPages(deps, url, withMetadata(whole, first.article, first.steps), signal)
  }
  return joinNextPages(deps, url, first, signal)
}

/**
 * Fetches the public data file of a discussion whose page shows its text only with scripts.
 * @returns the extraction of the file with the metadata of the page; the failure of the page if there is no such file
 */
export async function fetchDiscussionData(
  deps: JoinPagesDeps,
  url: string,
  failure: UnreadableExtraction,
  signal: AbortSignal,
): Promise<Extraction> {
  const whole =
    failure.singlePage === undefined ? undefined : await fetchSinglePage(deps, url, failure.singlePage, signal)
  return whole ? joinNextPages(deps, url, withMetadata(whole, failure.metadata, failure.steps), signal) : failure
}

async function joinNextPages(
  deps: JoinPagesDeps,
  url: string,
  first: ReadableExtraction,
  signal: AbortSignal,
): Promise<ReadableExtraction> {
  if (first.nextPage === undefined) return first
  const end = AbortSignal.any([signal, AbortSignal.timeout(TOTAL_MS)])
  const { content } = first.article
  const state: JoinState = {
    seen: new Set([url]),
    repetitions: createRepetitionDetector(),
    parts: [content],
    pictures: [...(first.pictures ?? [])],
    bytes: 0,
    characters: content.length,
  }
  state.repetitions.add(content)
  let next: string | undefined = first.nextPage
  let ended = 'the last page was reached'
  while (next !== undefined) {
    const page = await joinNextPage(deps, state, { address: next, first: url, article: first.article, end })
    if ('ended' in page) ended = page.ended
    next = 'ended' in page ? undefined : page.next
  }
  return joinParts(deps, url, first, { ...state, ended })
}

/**
 * Fetches the single-page version of an article, or the public data of a discussion.
 * @param singlePage address of that version or data. It is from the page, from the site rules or from an AMP page
 * @returns the extraction of the fetched page; undefined if the page is on another site or has no text
 */
async function fetchSinglePage(
  { fetcher, extraction }: JoinPagesDeps,
  url: string,
  singlePage: string,
  signal: AbortSignal,
): Promise<ReadableExtraction | undefined> {
  const outcome = await fetcher.fetch(singlePage, { signal })
  if (outcome.kind === 'failed' || siteOf(outcome.page.url) !== siteOf(singlePage)) return undefined
  const address = outcome.page.url
  const whole = await extraction.extract({ ...outcome.page, series: { first: url, page: 1 } })
  if (whole.kind === 'unreadable') return undefined
  const steps = [...whole.steps, { name: JOINED_STEP, note: `used the single-page version: ${address}` }]
  const { kind, article, pictures, nextPage } = whole
  return {
    kind,
    article,
    steps,
    ...(pictures && { pictures }),
    ...(isData(whole) && nextPage !== undefined && { nextPage }),
  }
}

const isData = ({ article }: ReadableExtraction): boolean => /[/+]json\b/.test(article.mimetype)

/**
 * Gives an article the title and other metadata of the page that was saved. Values that the saved page lacks stay as
 * they are.
 */
function withMetadata(
  whole: ReadableExtraction,
  page: Partial<ReadableExtraction['article']>,
  before: readonly Step[],
): ReadableExtraction {
  const { article } = whole
  const facts = {
    title: page.title ?? article.title,
    previewPicture: page.previewPicture ?? article.previewPicture,
    publishedAt: page.publishedAt ?? article.publishedAt,
    authors: page.authors && page.authors.length > 0 ? page.authors : article.authors,
    mimetype: page.mimetype ?? article.mimetype,
  }
  return { ...whole, article: { ...article, ...facts }, steps: [...before, ...whole.steps.slice(-1)] }
}

interface JoinState {
  readonly seen: Set<string>
  readonly repetitions: ReturnType<typeof createRepetitionDetector>
  readonly parts: [string, ...string[]]
  /** pictures that the pages bring with them */
  readonly pictures: EmbeddedPicture[]
  bytes: number
  characters: number
}

interface NextPage {
  readonly address: string
  readonly first: string
  readonly article: ReadableExtraction['article']
  readonly end: AbortSignal
}

type PageStep = { readonly next: string | undefined } | { readonly ended: string }

async function joinNextPage(
  { fetcher, extraction }: JoinPagesDeps,
  state: JoinState,
  target: NextPage,
): Promise<PageStep> {
  const number = state.parts.length + 1
  if (number > MAX_PAGES) return { ended: `at most ${MAX_PAGES} pages are joined` }
  if (state.seen.has(target.address)) return { ended: `page ${number} was already read` }
  state.seen.add(target.address)
  if (!(await pause(target.end))) return { ended: 'the time limit was reached' }
  const outcome = await fetcher.fetch(target.address, { signal: target.end })
  if (outcome.kind === 'failed') return { ended: `page ${number} could not be fetched: ${outcome.code}` }
  const { page } = outcome
  state.bytes += page.body.length
  if (state.bytes > MAX_BYTES) return { ended: `page ${number} is too large` }
  if (!isSameSite(page.url, target.first) || page.url === target.first)
    return { ended: `page ${number} leads to another site or back to the first page` }
  const extracted = await extraction.extract({ ...page, series: { first: target.first, page: number } })
  if (extracted.kind === 'unreadable') return { ended: `page ${number} has no readable text: ${extracted.reason}` }
  const { title, content } = extracted.article
  if (!isSameTitle(target.article.title, title)) return { ended: `page ${number} has another title` }
  if (state.repetitions.isRepeated(content)) return { ended: `page ${number} repeats earlier pages` }
  state.characters += content.length
  if (state.characters > MAX_JOINED_CHARACTERS) return { ended: 'the text reached the maximum length' }
  addPage(state, extracted)
  return { next: extracted.nextPage }
}

function addPage(state: JoinState, { article, pictures = [] }: ReadableExtraction): void {
  state.repetitions.add(article.content)
  state.parts.push(article.content)
  state.pictures.push(...pictures)
}

/**
 * Joins the texts, in the thread that sanitises client content. That thread also computes the reading time of the
 * joined article.
 */
async function joinParts(
  { extraction }: JoinPagesDeps,
  url: string,
  first: ReadableExtraction,
  { parts, pictures, ended }: Pick<JoinState, 'parts' | 'pictures'> & { readonly ended: string },
): Promise<ReadableExtraction> {
  const count = parts.length === 1 ? 'no further page was joined' : `${parts.length} pages joined`
  const step: Step = { name: parts.length === 1 ? 'next page' : JOINED_STEP, note: `${count}; ${ended}` }
  const steps = [...first.steps, step]
  if (parts.length === 1) return { ...first, steps }
  try {
    const [html, ...further] = parts
    const { content, readingTime } = await extraction.clean({ html, further, url })
    const shown = pictures.length > 0 && { pictures }
    return { ...first, article: { ...first.article, content, readingTime }, steps, ...shown }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...first, steps: [...first.steps, { name: 'next page', note: `not joined: ${error.message}` }] }
  }
}

/** @returns false if the signal ended the pause early */
async function pause(end: AbortSignal): Promise<boolean> {
  return setTimeout(PAUSE_MS, true, { signal: end }).catch(() => false)
}

function isSameSite(url: string, first: string): boolean {
  return URL.parse(url)?.origin === URL.parse(first)?.origin
}

/** Compares titles loosely: "Sea wall" and "Sea wall - Page 2" match. A page without a title matches any title. */
function isSameTitle(first: string | undefined, further: string | undefined): boolean {
  const [a, b] = [lettersOf(first), lettersOf(further)]
  return a === '' || b === '' || a.startsWith(b) || b.startsWith(a) || a.includes(b) || b.includes(a)
}

function lettersOf(title: string | undefined): string {
  return (title ?? '').toLowerCase().replaceAll(/[^\p{L}]+/gu, '')
}

/** Detects pages that only repeat the text blocks of earlier pages. */
interface RepetitionDetector {
  add(html: string): void
  /** @returns true if most of the text is repeated, or the page has no text */
  isRepeated(html: string): boolean
}

/** @returns a detector without any text blocks yet. Its functions expect sanitised HTML. */
function createRepetitionDetector(): RepetitionDetector {
  const seen = new Set<string>()
  return {
    add: (html) => {
      for (const block of blocksOf(html)) seen.add(block)
    },
    isRepeated: (html) => {
      const blocks = blocksOf(html)
      return lengthOf(blocks.filter((block) => seen.has(block))) >= lengthOf(blocks) * MIN_REPEATED_SHARE
    },
  }
}

function lengthOf(blocks: readonly string[]): number {
  return blocks.reduce((sum, { length }) => sum + length, 0)
}

/** @returns the texts of the HTML blocks, without tags and white space */
function blocksOf(html: string): string[] {
  return html
    .slice(0, MAX_CHECKED_CHARACTERS)
    .split(/<\/(?:p|h[1-6]|li|pre|td|blockquote|figcaption|div)>/)
    .map((block) => block.replaceAll(/<[^<>]*>|\s+/g, ''))
    .filter((block) => block !== '')
}
