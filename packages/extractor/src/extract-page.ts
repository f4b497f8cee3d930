import type { CapturedFiles } from './captures/captured-files.ts'
import { contentFacts, type ContentFacts } from './clean/content-facts.ts'
import type { Draft, Effort, Processed, Processor } from './extraction-draft.ts'
import type { Extraction, ReadableExtraction, Step, UnreadableReason } from './extraction.ts'
import { findFullVersion } from './paging/amp-full-version.ts'
import { isErrorPage } from './find/is-error-page.ts'
import { findNextPage, type PageSeries } from './paging/next-page.ts'
import { collectMetadata } from './metadata/page-metadata.ts'
import { CHEAP_PROCESSORS, PAGE_PROCESSORS } from './page-processors.ts'
import { ElementList } from './dom/element-list.ts'
import type { PageParent } from './dom/page-tree.ts'
import { parseHtmlFragment, parsePage } from './dom/parse-page.ts'
import { readMetadata, type Metadata } from './metadata/read-metadata.ts'
import { dataAddress } from './discussions/data-address.ts'
import { unreadable } from './unreadable-extraction.ts'

export interface PageText {
  readonly url: string
  readonly text: string
  readonly mimetype: string
  /** Position of the page in its article; set for the second and further pages. */
  readonly series?: PageSeries
  /** Pictures that the page brings with it; absent if it brings none. */
  readonly files?: CapturedFiles
}

/** A parsed page, and the steps to run on it. */
interface PageWork {
  /** The page's tree, changed in place. */
  readonly page: PageParent
  readonly processors: readonly Processor[]
}

/**
 * @param source a decoded HTML page
 * @param before earlier steps, for the extraction log
 * @param work the tree and the steps; by default, the parsed text and all steps
 * @returns the article, or a failure with the reason `no_readable_text` or `http_error` and the metadata of the page
 * @throws TooLargeError above 200,000 nodes
 */
export function extractPage(
  source: PageText,
  before: readonly Step[],
  { page, processors }: PageWork = defaultWork(source.text, 'full'),
): Extraction {
  const steps: Step[] = [...before]
  let draft: Draft = emptyDraft(source, page)
  const nextPage = findNextPage(draft.page, source.url, source.series)
  if (nextPage !== undefined) steps.push({ name: 'next page', note: nextPage })
  const singlePage = findFullVersion(draft.page, source.url)
  if (singlePage !== undefined) steps.push({ name: 'full version', note: singlePage })
  const data = dataAddress(draft.page, source.url)
  draft = runProcessors(draft, processors, steps)
  const whole = singlePage ?? (draft.isComposed ? undefined : data)
  const facts = draft.facts ?? contentFacts(draft.contentTree)
  const { content, metadata } = draft
  const { mimetype } = source
  const reason = reasonWithoutArticle(draft, facts)
  if (reason !== undefined)
    return { ...unreadable(reason, steps, { ...metadata, mimetype }), ...(whole && { singlePage: whole }) }
  // A video takes as long as it is, whatever the length of its description.
  const article = { ...metadata, content, readingTime: Math.max(facts.readingTime, draft.minutes), mimetype }
  const further = { ...(nextPage && { nextPage }), ...(whole && { singlePage: whole }) }
  return { kind: 'article', article, steps, ...picturesIn(content, source), ...further }
}

/** @returns the pictures that the page brings with it and the article shows; nothing if there are none */
function picturesIn(content: string, { files }: PageText): Pick<ReadableExtraction, 'pictures'> {
  const pictures = files?.pictures.shownIn(content) ?? []
  return pictures.length > 0 ? { pictures } : {}
}

/** @returns why the page has no article; undefined if it has one */
function reasonWithoutArticle(
  { found, isComposed, metadata }: Draft,
  facts: ContentFacts,
): UnreadableReason | undefined {
  if (!facts.isReadable) return 'no_readable_text'
  return !isComposed && found !== undefined && isErrorPage(metadata.title, found) ? 'http_error' : undefined
}

/** @param steps the extraction log so far; the steps that run are appended */
function runProcessors(start: Draft, processors: readonly Processor[], steps: Step[]): Draft {
  let draft = start
  let tagNames = draft.elements.tagNames()
  for (const { name, needs, isForSearch, run } of processors) {
    const isSkipped = isForSearch === true && draft.isComposed
    const isNeeded = !isSkipped && (needs === undefined || needs.some((tagName) => tagNames.has(tagName)))
    const done: Processed = isNeeded ? run(draft) : { draft, note: 'not needed' }
    if (isNeeded && !done.keepsElements) draft.elements.renew()
    if (done.hasNewNames) tagNames = draft.elements.tagNames()
    steps.push({ name, note: done.note })
    draft = done.draft
  }
  return draft
}

/**
 * @param source a decoded HTML page whose response had an error status
 * @returns the page's metadata if the page declares itself an article, as a page behind a paywall does; otherwise
 * empty, because the title of an error page is not that of the article
 */
export function metadataOfRefusedPage({ url, text }: PageText): Partial<Metadata> {
  const facts = collectMetadata(parsePage(text))
  const isArticle = facts.meta.get('og:type')?.some((type) => /article/i.test(type.slice(0, 100))) ?? false
  return isArticle ? readMetadata(facts, url, url) : {}
}

/**
 * @returns the parsed page with the default steps. The effort `cheap` leaves out optional steps, for pages that took
 * too long before.
 */
export function defaultWork(text: string, effort: Effort): PageWork {
  return { page: parsePage(text), processors: effort === 'full' ? PAGE_PROCESSORS : CHEAP_PROCESSORS }
}

function emptyDraft({ url, text, files }: PageText, page: PageParent): Draft {
  const nothing = { title: undefined, language: undefined, previewPicture: undefined, publishedAt: undefined }
  const metadata = { ...nothing, authors: [], summary: undefined, direction: undefined, siteName: undefined }
  return {
    url,
    text,
    files,
    page,
    elements: new ElementList(page),
    base: url,
    metadata,
    bylineElements: new Set(),
    isArticle: false,
    isProduct: false,
    isDiscussion: false,
    declaresDiscussion: false,
    statedBody: undefined,
    found: undefined,
    titleHeadings: new Set(),
    footnotes: [],
    cardLinks: new Map(),
    cardsOfOthers: new Set(),
    formulas: [],
    stated: {},
    isComposed: false,
    minutes: 0,
    content: '',
    contentTree: parseHtmlFragment(''),
    facts: undefined,
  }
}
