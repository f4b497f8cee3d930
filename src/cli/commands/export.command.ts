import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { collectionLister } from '../../collections/list-collections.ts'
import { databaseLocation } from '../../config/database-location.ts'
import type { Settings } from '../../config/settings.ts'
import type { Database } from '../../db/database.ts'
import { entryLoader } from '../../entries/listing/load-entries.ts'
import { exportList } from '../../exports/export-entries.ts'
import { EXPORT_FORMATS, isFormatName, type FormatName } from '../../exports/export-format.ts'
import { ExportLimit } from '../../exports/export-limit.ts'
import { exportThreads } from '../../exports/export-threads.ts'
import { listForExport } from '../../exports/list-for-export.ts'
import { imageLoader } from '../../exports/load-images.ts'
import { objectImageStore } from '../../images/object-image-store.ts'
import { openObjectStore } from '../../open-stores.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { systemClock } from '../../kernel/clock.ts'
import { openSearch } from '../../search/open-search-index.ts'
import { entrySearch } from '../../search/search-entries.ts'
import type { SearchIndex } from '../../search/search-index.ts'
import { findRevision } from '../../users/revision.ts'
import { nowFinder } from '../../users/time-zone.ts'
import { findUserConfig } from '../../users/user-config.repository.ts'
import type { Command } from '../command.ts'
import { findUserOrRefuse } from '../find-user-or-refuse.ts'
import { loadSettingsAndWarn } from '../load-settings-and-warn.ts'
import { recordForOwner } from '../record-operator-event.ts'
import { UsageError } from '../usage-error.ts'
import { withDatabase } from '../with-database.ts'

const FORMATS = Object.keys(EXPORT_FORMATS).join(', ')
/** Maximum duration of one indexing step in milliseconds. Steps repeat until the index is complete. */
const TURN_MS = 1000

export const exportCommand: Command = {
  about:
    'Writes entries of an account to a file: all of them, or those that a query finds (docs/query.md), the newest\n' +
    'first, at most 20,000. A file that exists is replaced.',
  operands: [],
  options: {
    user: { help: 'account to export from', value: 'NAME', needed: '--user NAME is required' },
    output: { help: 'file to write to', value: 'FILE', needed: '--output FILE is required' },
    query: { help: 'only the entries that this query finds', value: 'QUERY' },
    format: { help: `one of ${FORMATS}; json by default`, value: 'FORMAT' },
  },
  run: async ({ io, options }) => {
    const format = options.get('format') ?? 'json'
    if (!isFormatName(format)) throw new UsageError(`FORMAT must be one of ${FORMATS}`)
    const output = options.get('output')!
    const { settings } = loadSettingsAndWarn(io)
    const entries = await withDatabase(settings, async (database) => {
      const owner = (await findUserOrRefuse(database, options.get('user')!)).id
      await recordForOwner(database, { kind: 'export', userId: owner })
      const index = await openSearch(database, databaseLocation(settings))
      try {
        while (!(await index.catchUp(owner, TURN_MS)));
        return await writeFile({ settings, database, index }, owner, {
          query: options.get('query') ?? '',
          format,
          output,
        })
      } finally {
        await index.close()
      }
    })
    io.print(entries === 1 ? `Wrote 1 entry to ${output}.` : `Wrote ${entries} entries to ${output}.`)
    return 0
  },
}

interface Parts {
  readonly settings: Settings
  readonly database: Database
  readonly index: SearchIndex
}

interface File {
  /** query that selects the entries; empty for all entries */
  readonly query: string
  readonly format: FormatName
  readonly output: string
}

/**
 * Writes the entries to the file, and deletes the file if that fails.
 * @returns the number of exported entries
 */
async function writeFile({ settings, database, index }: Parts, owner: UserId, file: File): Promise<number> {
  const [listCollections, findNow] = [collectionLister(database), nowFinder(database, systemClock)]
  const revision = await database.read((db) => findRevision(db, owner))
  const lists = {
    lists: database,
    listCollections,
    findNow,
    search: entrySearch(index, { listCollections, findNow }),
    readComposed: index.read.bind(index),
  }
  const category = file.query === '' ? ({ kind: 'all' } as const) : ({ kind: 'search', term: file.query } as const)
  const list = await listForExport(lists, { id: owner, revision }, category)
  const threads = exportThreads()
  const deps = {
    baseUrl: settings.DOGEAR_BASE_URL ?? '',
    loadEntries: entryLoader(database),
    loadImages: imageLoader(database, objectImageStore(openObjectStore(settings))),
    findConfig: (id: UserId) => database.read((db) => findUserConfig(db, id)),
    exportThreads: threads,
    exportLimit: new ExportLimit(),
  }
  try {
    const { body } = await exportList(deps, owner, list, file.format)
    await pipeline(body, createWriteStream(file.output))
    return list.ids.length
  } catch (error) {
    await rm(file.output, { force: true })
    throw error
  } finally {
    await threads.stop()
  }
}
