import { EXTRACTOR_VERSION, type Step } from '@dogear/extractor/service'
import { compareContent, keptTextNote, type ContentComparison } from '../fetching/compare-content.ts'
import { countWords } from '../fetching/count-words.ts'
import type { Entry } from '../entry.ts'
import type { StoredContent } from '../entry.repository.ts'
import { failureContent } from '../fetching/fetch-failure-reasons.ts'
import { withStep } from '../fetching/finish-fetch.ts'
import { JOINED_STEP } from '../fetching/join-pages.ts'
import type { Judgement } from '../fetching/judge-extraction.ts'
import { articleColumns, changesEntry, failureColumns, type EntryColumns } from '../fetching/result-columns.ts'

export interface ReextractionChanges {
  readonly report: {
    /** `kept`: the new text is worse, so the old one stays */
    readonly outcome: 'changed' | 'same' | 'kept'
    readonly oldWords: number
    readonly newWords: number
    readonly oldTitle: string | null
    readonly newTitle: string | null
    /** the reason for keeping the old text, or the code of the failure; absent if the new text is an article */
    readonly note?: string
  }
  readonly columns: EntryColumns
  /** the new text; absent if nothing visible changes */
  readonly content?: StoredContent
  /** version and log of the extraction. They are stored even if the text stays the same. */
  readonly note: Omit<StoredContent, 'html'>
}

/**
 * Decides how a new extraction of the stored page changes an entry. Writes nothing.
 * @param subject the entry with its current text
 * @param pageUrl address of the page; supplies a title if the page has none
 */
export function reextractionChanges(
  { entry, stored }: { readonly entry: Entry; readonly stored: StoredContent },
  judgement: Judgement,
  pageUrl: string,
): ReextractionChanges {
  const html = judgement.kind === 'article' ? judgement.article.content : ''
  const comparison = compareContent(entry.isNotParsed ? '' : stored.html, html)
  const loss = entry.isNotParsed ? undefined : lossNote(stored, judgement, comparison)
  if (loss !== undefined) return keepOldText({ entry, stored }, loss, comparison)
  const outcome = judgement.kind === 'article' ? textOf(entry, judgement, pageUrl) : reasonOf(entry, judgement)
  const { columns } = outcome
  const content = { html: outcome.html, extractorVersion: EXTRACTOR_VERSION, steps: JSON.stringify(judgement.steps) }
  const isChanged = content.html !== stored.html || changesEntry(entry, columns)
  const report = {
    outcome: isChanged ? ('changed' as const) : ('same' as const),
    oldWords: countWords(stored.html),
    newWords: countWords(content.html),
    ...titles(entry, columns),
    ...(judgement.kind === 'failed' && { note: judgement.reason }),
  }
  return { report, columns, note: content, ...(isChanged && { content }) }
}

const ONLY_FIRST_PAGE =
  'the text was joined from several pages, and only the first of them is stored, so the text is kept'

/**
 * @returns true if the text was joined from several pages. Only the first page is stored, so joining them again would
 * require the network.
 */
function isJoined({ steps }: StoredContent): boolean {
  return (JSON.parse(steps ?? '[]') as Step[]).some(({ name }) => name === JOINED_STEP)
}

/** @returns the reason for keeping the current text; undefined if the new text replaces it */
function lossNote(stored: StoredContent, judgement: Judgement, comparison: ContentComparison): string | undefined {
  if (judgement.kind === 'failed') return `${judgement.reason}: ${keptTextNote(comparison)}`
  if (comparison.isWorse) return keptTextNote(comparison)
  return isJoined(stored) ? ONLY_FIRST_PAGE : undefined
}

function keepOldText(
  { entry, stored }: { readonly entry: Entry; readonly stored: StoredContent },
  note: string,
  comparison: ContentComparison,
): ReextractionChanges {
  const { oldWords, newWords } = comparison
  return {
    report: { outcome: 'kept', oldWords, newWords, ...titles(entry, {}), note },
    columns: {},
    note: { extractorVersion: EXTRACTOR_VERSION, steps: withStep(stored.steps, { name: 'kept', note }) },
  }
}

interface Outcome {
  readonly columns: EntryColumns
  readonly html: string
}

/**
 * @returns the changes for a new article text. The columns about the last fetch change only if the entry had no article
 *   text before.
 */
function textOf(entry: Entry, { article }: Judgement & { readonly kind: 'article' }, pageUrl: string): Outcome {
  const { fetch_state, fetch_reason, fetch_failed_at, is_not_parsed, ...text } = articleColumns(entry, article, pageUrl)
  const columns = entry.isNotParsed ? { ...text, fetch_state, fetch_reason, fetch_failed_at, is_not_parsed } : text
  return { columns, html: article.content }
}

/**
 * @returns the changes for a failed extraction. The time of the last failed fetch stays, because nothing was fetched.
 */
function reasonOf(entry: Entry, judgement: Judgement & { readonly kind: 'failed' }): Outcome {
  const { fetch_failed_at: _, ...columns } = failureColumns(entry, judgement, '')
  return { columns, html: failureContent(judgement.reason, judgement.metadata.summary) }
}

function titles(entry: Entry, { title }: EntryColumns) {
  return { oldTitle: entry.title, newTitle: title === undefined ? entry.title : title }
}
