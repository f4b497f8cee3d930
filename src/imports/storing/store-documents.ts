import type { EntryId } from '../../kernel/branded-ids.ts'
import type { QuoteLocator } from '../../annotations/locate-annotations.ts'
import { findNewestEdition } from '../../exports/editions/edition.repository.ts'
import { positionAt, type BookLayout } from '../../exports/epub/book-layout.ts'
import { matchDocuments } from '../highlights/match-document.ts'
import {
  deletePlaced,
  insertUnplaced,
  MAX_UNPLACED,
  withoutDeleted,
} from '../highlights/unplaced-annotation.repository.ts'
import { joinReasons, reasonText } from '../import-failure-reasons.ts'
import type { HighlightedDocument, ImportedAnnotation } from '../import-row.ts'
import { mergeRows } from './merge-rows.ts'
import type { BrokenRow, Candidate, NumberedDocument } from './row-batch.ts'
import type { StoreContext } from './store-context.ts'

/** What happened to the documents of a batch. */
interface StoredDocuments {
  /** number of documents with highlights that their entries did not have */
  readonly merged: number
  /** reasons of the documents that match an entry, of those that match none, and of those that could not be kept */
  readonly matched: readonly BrokenRow[]
  readonly kept: readonly BrokenRow[]
  readonly failed: readonly BrokenRow[]
}

interface Matched extends NumberedDocument {
  readonly entry: EntryId
  readonly annotations: readonly ImportedAnnotation[]
  /** false if the entry has no text yet; then the places are found when it is fetched */
  readonly hasText: boolean
}

/**
 * Adds the highlights of documents to the entries that they match. The highlights of other documents are kept without an entry,
 * and are placed by a later import after the page was saved.
 */
export async function storeDocuments(
  context: StoreContext,
  documents: readonly NumberedDocument[],
): Promise<StoredDocuments> {
  const { tx, dialect, job, now } = context
  const target = { tx, dialect, owner: job.ownerId }
  const [matched, kept, failed]: [Matched[], BrokenRow[], BrokenRow[]] = [[], [], []]
  const matches = await matchDocuments(
    { db: tx, owner: job.ownerId },
    documents.map(({ document }) => document),
  )
  for (const [index, match] of matches.entries()) {
    const row = documents[index]!
    const { number, document, notice } = row
    if (match.kind === 'entry') {
      const annotations = await placed(context, match, await withoutDeleted(target, document))
      matched.push({ ...row, entry: match.id, annotations, hasText: match.text !== undefined })
    } else if (await insertUnplaced(target, document, { importId: job.id, now })) {
      const reason = match.kind === 'none' ? 'documentUnmatched' : 'documentAmbiguous'
      kept.push({ number, reason: joinReasons([reasonText(reason, { title: titleOf(document) }), notice])! })
    } else failed.push({ number, reason: reasonText('documentsFull', { count: MAX_UNPLACED }) })
  }
  const { merged, reasons, incomplete } = await mergeMatched(context, matched)
  // If an entry could not take all of them, the kept ones stay in the list.
  for (const { number, document } of matched) if (!incomplete.has(number)) await deletePlaced(target, document)
  return { merged, matched: reasons, kept, failed }
}

/** @returns the highlights with their places in the text; unchanged if there is none */
async function placed(
  { tx, job }: StoreContext,
  { id, text }: { readonly id: EntryId; readonly text: QuoteLocator | undefined },
  annotations: readonly ImportedAnnotation[],
): Promise<readonly ImportedAnnotation[]> {
  if (!text) return annotations
  const hasPlaces = annotations.some(({ xpointer }) => xpointer !== undefined)
  const edition = hasPlaces ? await findNewestEdition(tx, job.ownerId, id) : undefined
  return annotations.map((one) => {
    const near = Math.floor((shareIn(edition?.layout, one) ?? one.share ?? 0) * text.length)
    return { ...one, ranges: JSON.stringify(text.locate(one.quote, near)) }
  })
}

/** @returns about where a place in the EPUB is: at the start of its block */
function shareIn(layout: BookLayout | undefined, { xpointer }: ImportedAnnotation): number | undefined {
  return layout && xpointer !== undefined ? positionAt(layout, xpointer)?.share : undefined
}

/** No address leads to the entries of documents, so the number of the row takes the place of a hash. */
const keyOf = (number: number): string => `document ${number}`

interface MergedDocuments {
  /** number of documents with highlights that their entries did not have */
  readonly merged: number
  readonly reasons: readonly BrokenRow[]
  /** numbers of the documents of which not everything could be stored */
  readonly incomplete: ReadonlySet<number>
}

async function mergeMatched(context: StoreContext, matched: readonly Matched[]): Promise<MergedDocuments> {
  const candidates = matched.map(({ number, annotations }): Candidate => {
    return { number, row: { url: '', host: '', annotations }, hashes: [keyOf(number)] }
  })
  const known = new Map(matched.map(({ number, entry }) => [keyOf(number), entry]))
  const { rows, notices } = await mergeRows(context, candidates, known)
  const reasons = matched.map((row) => ({
    number: row.number,
    reason: joinReasons([...sentencesOf(row, rows.has(row.number)), row.notice, notices.get(row.number)])!,
  }))
  return { merged: rows.size, reasons, incomplete: new Set(notices.keys()) }
}

function sentencesOf({ document, annotations, hasText }: Matched, isNew: boolean): string[] {
  const title = titleOf(document)
  if (!isNew) return [reasonText('documentSame', { title })]
  const loose = hasText ? annotations.filter(({ quote, ranges }) => quote !== '' && ranges === '[]').length : 0
  const added = reasonText('documentPlaced', { title, count: annotations.length })
  return loose > 0 ? [added, reasonText('documentLoose', { count: loose })] : [added]
}

/** Maximum length of a title in a reason. */
const MAX_SHOWN = 100

const titleOf = ({ title }: HighlightedDocument): string =>
  (title.length > MAX_SHOWN ? `${title.slice(0, MAX_SHOWN).toWellFormed()}…` : title).replaceAll(/\s+/g, ' ')
