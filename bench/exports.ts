/**
 * Exports a list in each format, and prints the time and the memory used. `node bench/exports.ts [--entries N]
 * [--kilobytes N] [--formats epub,pdf,…]`
 */
import { nowFinder } from '../src/users/time-zone.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { collectionLister } from '../src/collections/list-collections.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { parseDatabaseUrl } from '../src/db/database-url.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { entryLoader } from '../src/entries/listing/load-entries.ts'
import { exportList, type ExportDeps } from '../src/exports/export-entries.ts'
import { isFormatName } from '../src/exports/export-format.ts'
import { ExportLimit } from '../src/exports/export-limit.ts'
import { exportThreads } from '../src/exports/export-threads.ts'
import { listForExport } from '../src/exports/list-for-export.ts'
import { imageLoader } from '../src/exports/load-images.ts'
import { objectImageStore } from '../src/images/object-image-store.ts'
import { folderObjects } from '../src/objects/folder-objects.ts'
import type { UserId } from '../src/kernel/branded-ids.ts'
import { openSearch } from '../src/search/open-search-index.ts'
import { entrySearch } from '../src/search/search-entries.ts'
import { DEFAULT_CONFIG } from '../src/users/user-config.ts'
import { seed } from './seed.ts'

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '1000' },
    kilobytes: { type: 'string', default: '20' },
    formats: { type: 'string', default: 'epub,pdf,md,txt,csv,xml,json' },
  },
})
const folder = await mkdtemp(join(tmpdir(), 'dogear-bench-'))
const databaseUrl = `sqlite:${join(folder, 'bench.db')}`
const size = { entries: Number(values.entries), contentBytes: Number(values.kilobytes) * 1024 }
await seed({ databaseUrl, dataDirectory: folder, ...size })
const location = parseDatabaseUrl(databaseUrl)
const database = await openDatabase({ location, poolSize: 4 })
const index = await openSearch(database, location)
const threads = exportThreads()
const deps: ExportDeps = {
  baseUrl: 'http://bench.test',
  loadEntries: entryLoader(database),
  loadImages: imageLoader(database, objectImageStore(folderObjects(folder))),
  findConfig: async () => DEFAULT_CONFIG,
  exportThreads: threads,
  exportLimit: new ExportLimit(),
}
try {
  for (const format of values.formats.split(',')) await measure(format)
} finally {
  await Promise.all([threads.stop(), index.close()])
  await database.close()
  await rm(folder, { recursive: true, force: true })
}

/** Exports the list in one format. The printed memory is that of the whole process, including threads and database. */
async function measure(format: string): Promise<void> {
  if (!isFormatName(format)) throw new Error(`${format} is no format`)
  const [owner] = await database.prepare<{ readonly id: number }>('select id from users').all()
  const user = owner!.id as UserId
  const [before, start] = [process.memoryUsage.rss(), performance.now()]
  const listCollections = collectionLister(database)
  const findNow = nowFinder(database, systemClock)
  const list = await listForExport(
    {
      lists: database,
      search: entrySearch(index, { listCollections, findNow }),
      listCollections,
      readComposed: (sql, parameters) => index.read(sql, parameters),
      findNow,
    },
    { id: user, revision: 0 },
    { kind: 'all' },
  )
  const { body } = await exportList(deps, user, list, format)
  let [bytes, peak] = [0, before]
  for await (const piece of body) {
    bytes += piece.length
    peak = Math.max(peak, process.memoryUsage.rss())
    await setImmediate()
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(2)
  console.log(
    `${format}: ${list.ids.length} entries, ${megabytes(bytes)} MB in ${seconds} s, ` +
      `resident ${megabytes(before)} MB before, ${megabytes(peak)} MB at most`,
  )
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1)
}
