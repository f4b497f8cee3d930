import type { Step } from '@dogear/extractor/service'
import type { Database } from '../../db/database.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { notFound } from '../../kernel/errors.ts'
import { findEntry } from '../entry.repository.ts'
import { FETCH_REASONS, knownReason, NEXT_STEPS, type FetchReason } from '../fetching/fetch-failure-reasons.ts'

/** The origin of an entry's text. Times are ISO text in UTC. */
export interface Explanation {
  /** `given`: a client sent the text. `page`: it was extracted from the page. `none`: the entry has no text. */
  readonly source: 'given' | 'page' | 'none'
  /** version of the extractor that produced the text; null if the extractor was not used */
  readonly extractorVersion: number | null
  readonly steps: readonly Step[]
  /** the stored response of the page's server; null if there is none */
  readonly capture: {
    readonly url: string
    readonly status: number
    readonly contentType: string | null
    /** size of the uncompressed body in bytes */
    readonly size: number
    readonly fetchedAt: string
  } | null
  readonly failure: {
    readonly code: FetchReason
    readonly message: string
    readonly next: string
    /** time of the failure; null for an old failure that was stored without its time */
    readonly failedAt: string | null
  } | null
}

/**
 * @returns the origin of an entry's text and the last failure
 * @throws AppError `not_found`
 */
export async function explainExtraction(database: Database, owner: UserId, id: EntryId): Promise<Explanation> {
  return database.read(async (db) => {
    const entry = await findEntry(db, owner, id)
    if (!entry) throw notFound('entry')
    const row = await db
      .selectFrom('entry')
      .leftJoin('entry_content as text', (join) =>
        join.onRef('text.user_id', '=', 'entry.user_id').onRef('text.entry_id', '=', 'entry.id'),
      )
      .leftJoin('capture', (join) =>
        join.onRef('capture.user_id', '=', 'entry.user_id').onRef('capture.entry_id', '=', 'entry.id'),
      )
      .leftJoin('capture_body as body', (join) =>
        join.onRef('body.user_id', '=', 'capture.user_id').onRef('body.sha256', '=', 'capture.body_sha256'),
      )
      .select(['text.extractor_version', 'text.steps', 'entry.fetch_failed_at'])
      .select(['capture.url', 'capture.status', 'capture.content_type', 'capture.fetched_at', 'body.size'])
      .where('entry.user_id', '=', owner)
      .where('entry.id', '=', id)
      .executeTakeFirstOrThrow()
    const isMade = row.steps !== null
    const isFine = entry.fetchReason === null || entry.fetchReason === 'excerpt'
    const code = isFine && entry.fetchState !== 'failed' ? null : knownReason(entry.fetchReason)
    return {
      source: isMade ? 'page' : row.extractor_version === null ? 'none' : 'given',
      extractorVersion: isMade ? row.extractor_version : null,
      steps: JSON.parse(row.steps ?? '[]') as Step[],
      capture: captureOf(row),
      failure: code && { code, message: FETCH_REASONS[code], next: NEXT_STEPS[code], failedAt: row.fetch_failed_at },
    }
  })
}

interface CaptureColumns {
  readonly url: string | null
  readonly status: number | null
  readonly content_type: string | null
  readonly fetched_at: string | null
  readonly size: number | null
}

function captureOf({ url, status, content_type, fetched_at, size }: CaptureColumns): Explanation['capture'] {
  if (url === null || status === null || fetched_at === null) return null
  return { url, status, contentType: content_type, size: size ?? 0, fetchedAt: fetched_at }
}
