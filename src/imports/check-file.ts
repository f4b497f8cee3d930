import type { Database } from '../db/database.ts'
import { RetryLater, type JobRun } from '../jobs/job-queue.ts'
import type { Clock } from '../kernel/clock.ts'
import type { FormatName } from './import-formats.ts'
import { ContentsCounter } from './count-contents.ts'
import { deleteFile, storedFile } from './import-file-store.ts'
import { MAX_ROWS } from './import-limits.ts'
import { findImport, updateImport } from './import.repository.ts'
import type { FileContents, Import } from './import.ts'
import { matchDocuments } from './highlights/match-document.ts'
import { readRows } from './read-rows.ts'
import { knownHashesSql, type KnownHash } from './storing/known-address-hashes.ts'
import { BatchCollector } from './storing/row-batch.ts'

interface CheckFileDeps {
  readonly database: Database
  readonly clock: Clock
}

/** The content of a file. */
interface FoundContent {
  readonly format: FormatName | null
  /** number of rows, at most `MAX_ROWS` */
  readonly rows: number
  readonly alreadySaved: number
  readonly contents: FileContents
  /** a sentence that says why the rest of the file is unreadable, or null */
  readonly failure: string | null
}

/**
 * Reads a file without storing its rows, and makes its import ready to be started. An import whose file contains no
 * readable row fails.
 * @param job the import, in state `checking`
 * @throws RetryLater if the process stops
 */
export async function checkFile(
  { database, clock }: CheckFileDeps,
  job: Import,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const { ownerId: owner, id } = job
  let found: FoundContent
  try {
    found = await findContent(database, job, signal)
  } catch (error) {
    // The file is missing if the owner has discarded it in the meantime.
    const current = await database.read((db) => findImport(db, owner, id))
    if (current?.state !== 'checking') return
    throw error
  }
  const isUseless = found.rows === 0
  const now = clock.now().toISOString()
  await database.transaction(async (tx) => {
    await updateImport(
      tx,
      { owner, id, from: ['checking'] },
      {
        state: isUseless ? 'failed' : 'ready',
        found_format: found.format,
        total: found.rows,
        already_saved: found.alreadySaved,
        contents: JSON.stringify(found.contents),
        failure: found.failure,
        changed_at: now,
        ...(isUseless && { finished_at: now }),
      },
    )
    if (isUseless) await deleteFile(tx, { owner, id })
  })
}

async function findContent(database: Database, job: Import, signal: AbortSignal): Promise<FoundContent> {
  const { ownerId: owner, id, size, format } = job
  const known = database.prepare<KnownHash>(knownHashesSql(database.dialect))
  const collector = new BatchCollector(0, database.dialect)
  const counter = new ContentsCounter(
    async (hashes) => new Set((await known.all(owner, hashes)).map(({ hash }) => hash)),
    async (documents) => {
      const matches = await database.read((db) => matchDocuments({ db, owner }, documents))
      return matches.filter(({ kind }) => kind === 'entry').length
    },
  )
  const found: { format: FormatName | null; rows: number; failure: string | null } = {
    format: null,
    rows: 0,
    failure: null,
  }
  for await (const step of readRows(storedFile(database, { owner, id }, size), format)) {
    if (signal.aborted) throw new RetryLater('the process stops', 0)
    if (step.kind === 'unreadable') found.failure = step.reason
    if (step.kind !== 'rows') continue
    found.format ??= step.format ?? null
    const rows = step.rows.slice(0, MAX_ROWS - found.rows)
    found.rows += rows.length
    await counter.add(collector.add({ ...step, rows }))
    if (found.rows >= MAX_ROWS) break
  }
  await counter.add(collector.rest(size))
  return { ...found, alreadySaved: counter.alreadySaved, contents: counter.contents() }
}
