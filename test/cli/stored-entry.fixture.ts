import type { Database } from '../../src/db/database.ts'
import { insertEntry, setContent } from '../../src/entries/entry.repository.ts'
import { compressCapture, setCapture } from '../../src/entries/fetching/capture.repository.ts'
import type { EntryId, UserId } from '../../src/kernel/branded-ids.ts'
import { ownerTransaction } from '../../src/users/owner-transaction.ts'

/** Time at which the stored entries were saved and changed. */
export const STORED_AT = '2026-01-02T03:04:05.000Z'

/** An entry with a text of an older extractor and the stored response of its page. */
export interface StoredEntry {
  readonly host: string
  /** the text of the older extractor */
  readonly text: string
  /** the stored page */
  readonly page: string
  readonly status?: number
  readonly given?: string
  readonly failed?: boolean
  readonly reason?: string
  readonly steps?: string
}

/** Inserts an entry with its text and its stored page. @returns its id */
export async function storeEntry(database: Database, owner: UserId, entry: StoredEntry): Promise<EntryId> {
  const { host, text, page, status = 200, given = '[]', failed = false, steps = '[]' } = entry
  const reason = entry.reason ?? 'no_readable_text'
  const url = `https://${host}/page`
  const answer = { url, status, headers: {}, contentType: 'text/html; charset=utf-8', body: Buffer.from(page) }
  const capture = await compressCapture(answer)
  return ownerTransaction(database, owner, async (tx) => {
    const { id } = await insertEntry(tx, {
      user_id: owner,
      url,
      given_url: url,
      title: 'Old title',
      domain_name: host,
      given_fields: given,
      fetch_state: failed ? 'failed' : 'done',
      fetch_reason: failed ? reason : null,
      is_not_parsed: failed ? 1 : 0,
      created_at: STORED_AT,
      updated_at: STORED_AT,
      revision: 0,
    })
    await setContent(tx, owner, id, { html: text, extractorVersion: 0, steps })
    await setCapture(tx, owner, id, { ...capture, now: STORED_AT })
    return id
  })
}
