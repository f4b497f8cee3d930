import type { Database } from '../../db/database.ts'
import { loadInOrder } from '../../entries/listing/load-entry.ts'
import { entryLoader } from '../../entries/listing/load-entries.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { DEFAULT_LANGUAGE } from '../../kernel/languages.ts'
import type { AboutExport } from '../export-writer.ts'
import type { ExportThreads } from '../export-threads.ts'
import type { ZipWriter } from '../zip-writer.ts'

export interface AccountEntriesDeps {
  readonly database: Database
  readonly exportThreads: ExportThreads
}

/** Number of entries in memory at the same time. */
const BATCH_SIZE = 8
/**
 * Bytes after which the next file with entries begins. One batch has up to 32 MB, and an import accepts files of 100 MB
 * (security specification, section 5).
 */
const PART_BYTES = 50 * 1024 * 1024
const ABOUT: AboutExport = { title: '', isSingle: false, baseUrl: '', readingSpeed: 0, language: DEFAULT_LANGUAGE }

/** Writes `entries.json`, and `entries-2.json` and so on if one file would be too large for an import. */
export async function* writeEntries(
  { database, exportThreads }: AccountEntriesDeps,
  owner: UserId,
  zip: ZipWriter,
  ids: readonly EntryId[],
): AsyncGenerator<Uint8Array, void> {
  const loadEntries = entryLoader(database)
  let next = 0
  async function* part(): AsyncGenerator<Uint8Array, void> {
    const thread = exportThreads.open()
    let bytes = 0
    try {
      yield* thread.run({ kind: 'start', format: 'json', about: ABOUT })
      while (next < ids.length && bytes < PART_BYTES) {
        const batch = ids.slice(next, (next += BATCH_SIZE))
        const loaded = await loadInOrder(loadEntries, owner, batch, { hasContent: true })
        const entries = loaded.map((entry) => ({ ...entry, images: [] }))
        for await (const piece of thread.run({ kind: 'add', entries })) {
          bytes += piece.length
          yield piece
        }
      }
      yield* thread.run({ kind: 'end' })
    } finally {
      await thread.end()
    }
  }
  for (let number = 1; number === 1 || next < ids.length; number++)
    yield* zip.addStream(number === 1 ? 'entries.json' : `entries-${number}.json`, part())
}
