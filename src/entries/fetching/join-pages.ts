import type { ExtractionPool } from '../../extraction/extraction-pool.ts'
import type { Fetcher } from '../../fetching/fetcher.ts'
import { AppError } from '../../kernel/errors.ts'
import { setTimeout } from 'node:timers/promises'
import { siteOf, type ReadableExtraction, type Step } from '@dogear/extractor/service'

/** Minimum share of repeated text for a page to count as a repetition of earlier ones. */
const MOSTLY = 0.8

/** Maximum number of characters to check: this runs on the event loop, and the start of a page is sufficient. */
const LOOKED_AT = 200_000

/** Section 2.2 F13 of the security notes. */
const MAX_PAGES = 10

/** Total size of all further pages in bytes, the same as the limit of one page. */
const MAX_BYTES = 16 * 1024 * 1024

/** Characters of the joined HTML: section 5 of the security notes, stored article. */
const MAX_CONTENT = 4 * 1024 * 1024

/** For all further pages together, the same as the limit of one page. */
const TOTAL_MS = 30_000

/** Between two pages of one site. */
const PAUSE_MS = 250

/** The name of the step that records the number of joined pages. */
export const JOINED_STEP = 'pages'

export interface JoinPagesDeps {
  readonly fetcher: Fetcher
  readonly extraction: Pick<ExtractionPool, 'extract' | 'clean'>
}

/**
 * Fetches the further pages of an article that spans several, one at a time, and joins their texts in order. The
 * article ends at the first page that cannot be fetched.
 * @param url the first page's final address
 * @param first its extraction
 * @param signal ends it early
 * @returns the first page's extraction with the text of all, and a step that records it; unchanged if nothing was
 *   joined
 */
export async function joinPages(
  deps: JoinPagesDeps,
  url: string,
  first: ReadableExtraction,
  signal: AbortSignal,
): Promise<ReadableExtraction> {
  if (first.singlePage !== undefined) {
    const whole = await takeWhole(deps, url, first, signal)
    if (whole) return whole
  }
  if (first.nextPage === undefined) return first
  const end = AbortSignal.any([signal, AbortSignal.timeout(TOTAL_MS)])
  const { content } = first.article
  const walk: Walk = {
    seen: new Set([url]),
    watch: createRepeatWatch(),
    parts: [content],
    bytes: 0,
    characters: content.length,
  }
  walk.watch.add(content)
  let next: string | undefined = first.nextPage
  let ended = 'the last page was reached'
  while (next !== undefined) {
    const page = await nextPart(deps, walk, { address: next, first: url, article: first.article, end })
    if ('ended' in page) ended = page.ended
    next = 'ended' in page ? undefined : page.next
  }
  return finish(deps, url, first, { parts: walk.parts, ended })
}

/** Returns the page that the rules of the site, or an AMP page, name as the whole article, if it has more text. */
async function takeWhole(
  { fetcher, extraction }: JoinPagesDeps,
  url: string,
  first: ReadableExtraction,
  signal: AbortSignal,
): Promise<ReadableExtraction | undefined> {
  const outcome = await fetcher.fetch(first.singlePage!, { signal })
  if (outcome.kind === 'failed' || siteOf(outcome.page.url) !== siteOf(url)) return undefined
  const address = outcome.page.url
  const whole = await extraction.extract({ ...outcome.page, series: { first: url, page: 1 } })
  if (whole.kind === 'unreadable' || whole.article.content.length < first.article.content.length) return undefined
  const { title, previewPicture, publishedAt, authors } = first.article
  const facts = { title, previewPicture, publishedAt, authors }
  const steps = [...first.steps, { name: JOINED_STEP, note: `the single page was taken: ${address}` }]
  return { kind: 'article', article: { ...whole.article, ...facts }, steps }
}

interface Walk {
  readonly seen: Set<string>
  readonly watch: ReturnType<typeof createRepeatWatch>
  readonly parts: [string, ...string[]]
  bytes: number
  characters: number
}

interface Aim {
  readonly address: string
  readonly first: string
  readonly article: ReadableExtraction['article']
  readonly end: AbortSignal
}

type Part = { readonly next: string | undefined } | { readonly ended: string }

async function nextPart({ fetcher, extraction }: JoinPagesDeps, walk: Walk, aim: Aim): Promise<Part> {
  const number = walk.parts.length + 1
  if (number > MAX_PAGES) return { ended: `no more than ${MAX_PAGES} pages are joined` }
  if (walk.seen.has(aim.address)) return { ended: `page ${number} is one that was read already` }
  walk.seen.add(aim.address)
  if (!(await pause(aim.end))) return { ended: 'there was no time for more' }
  const outcome = await fetcher.fetch(aim.address, { signal: aim.end })
  if (outcome.kind === 'failed') return { ended: `page ${number} could not be had: ${outcome.code}` }
  const { page } = outcome
  walk.bytes += page.body.length
  if (walk.bytes > MAX_BYTES) return { ended: `page ${number} is too large` }
  if (!isSameSite(page.url, aim.first) || page.url === aim.first) return { ended: `page ${number} leads elsewhere` }
  const extracted = await extraction.extract({ ...page, series: { first: aim.first, page: number } })
  if (extracted.kind === 'unreadable') return { ended: `page ${number} gave no text: ${extracted.reason}` }
  const { title, content } = extracted.article
  if (!isSameTitle(aim.article.title, title)) return { ended: `page ${number} has another title` }
  if (walk.watch.isRepeated(content)) return { ended: `page ${number} repeats what was read already` }
  walk.characters += content.length
  if (walk.characters > MAX_CONTENT) return { ended: 'the text is long enough' }
  walk.watch.add(content)
  walk.parts.push(content)
  return { next: extracted.nextPage }
}

/** Reading time and picture apply to the joined article: the worker that cleans given content computes them. */
async function finish(
  { extraction }: JoinPagesDeps,
  url: string,
  first: ReadableExtraction,
  { parts, ended }: { readonly parts: readonly [string, ...string[]]; readonly ended: string },
): Promise<ReadableExtraction> {
  const count = parts.length === 1 ? 'no further page was joined' : `${parts.length} pages joined`
  const step: Step = { name: parts.length === 1 ? 'next page' : JOINED_STEP, note: `${count}; ${ended}` }
  const steps = [...first.steps, step]
  if (parts.length === 1) return { ...first, steps }
  try {
    const [html, ...further] = parts
    const { content, readingTime } = await extraction.clean({ html, further, url })
    return { ...first, article: { ...first.article, content, readingTime }, steps }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...first, steps: [...first.steps, { name: 'next page', note: `not joined: ${error.message}` }] }
  }
}

/** @returns whether the pause ended without an abort */
async function pause(end: AbortSignal): Promise<boolean> {
  return setTimeout(PAUSE_MS, true, { signal: end }).catch(() => false)
}

function isSameSite(url: string, first: string): boolean {
  return URL.parse(url)?.origin === URL.parse(first)?.origin
}

/** "Sea wall" and "Sea wall - Page 2" are the same; a page without a title is accepted. */
function isSameTitle(first: string | undefined, further: string | undefined): boolean {
  const [a, b] = [lettersOf(first), lettersOf(further)]
  return a === '' || b === '' || a.startsWith(b) || b.startsWith(a) || a.includes(b) || b.includes(a)
}

function lettersOf(title: string | undefined): string {
  return (title ?? '').toLowerCase().replaceAll(/[^\p{L}]+/gu, '')
}

/** Remembers blocks of text, to detect a page that only repeats earlier ones. */
interface RepeatWatch {
  add(html: string): void
  /** @returns whether most of the text is a repetition, or there is none */
  isRepeated(html: string): boolean
}

/** @returns an empty watch; its input must be sanitised HTML */
function createRepeatWatch(): RepeatWatch {
  const seen = new Set<string>()
  return {
    add: (html) => {
      for (const block of blocksOf(html)) seen.add(block)
    },
    isRepeated: (html) => {
      const blocks = blocksOf(html)
      return lengthOf(blocks.filter((block) => seen.has(block))) >= lengthOf(blocks) * MOSTLY
    },
  }
}

function lengthOf(blocks: readonly string[]): number {
  return blocks.reduce((sum, { length }) => sum + length, 0)
}

/** Texts between the boundaries of blocks, without markup and white space. */
function blocksOf(html: string): string[] {
  return html
    .slice(0, LOOKED_AT)
    .split(/<\/(?:p|h[1-6]|li|pre|td|blockquote|figcaption|div)>/)
    .map((block) => block.replaceAll(/<[^<>]*>|\s+/g, ''))
    .filter((block) => block !== '')
}
