import type { Statement, Database } from '../db/database.ts'
import { sleep } from '../kernel/sleep.ts'
import { withRetry } from '../db/with-retry.ts'
import { RetryLater } from '../jobs/job-queue.ts'
import type { ByteSource } from './byte-source.ts'
import { sanitiseRows, type Clean } from './storing/sanitise-rows.ts'
import { deleteFile } from './import-file-store.ts'
import { updateImport } from './import.repository.ts'
import { type Import } from './import.ts'
import { MAX_ROWS } from './import-limits.ts'
import { hashList, knownHashesSql, type KnownHash } from './storing/known-address-hashes.ts'
import { readRows, type ReadStep } from './read-rows.ts'
import { BatchCollector, type RowBatch } from './storing/row-batch.ts'
import { storeCollections, type CollectionIds } from './storing/store-collections.ts'
import { storeRowsIndividually } from './storing/store-rows-individually.ts'
import type { StoreBatchDeps } from './storing/store-context.ts'
import { rawSql } from '../db/raw-sql.ts'
import { reasonText } from './import-failure-reasons.ts'

export interface RunImportDeps extends StoreBatchDeps {
  readonly clean: Clean
}

export interface RunImportOptions {
  /** when aborted, the run ends after the current batch */
  readonly signal: AbortSignal
  readonly onProgress?: (job: Import) => void
}

const FILLED_TABLES = ['entry', 'entry_address', 'entry_tag', 'tag']

const UNANALYSED_TABLES = `
select relname from pg_class
where oid = any (array(select to_regclass(name) from unnest($1::text[]) name)) and reltuples <= 0`

/**
 * Number of imported rows after which the query planner's statistics are collected. Statistics collected after only 50
 * rows would mislead the planner of PostgreSQL.
 */
const STATISTICS_ROWS = 200

/** Maximum pause in milliseconds between two batches on SQLite. */
const MAX_PAUSE_MS = 20

/**
 * Imports the remaining rows of a file in batches and finishes the import.
 * @param job the import, in state `running`
 * @returns the finished import, or undefined if it was cancelled in the meantime
 * @throws RetryLater if `signal` was aborted; the next run continues after the last stored batch
 */
export async function runImport(
  deps: RunImportDeps,
  job: Import,
  file: ByteSource,
  options: RunImportOptions,
): Promise<Import | undefined> {
  const known = deps.database.prepare<KnownHash>(knownHashesSql(deps.database.dialect))
  const maker = new BatchCollector(job.rowsDone, deps.database.dialect)
  let current = job
  let storedInMs = 0
  let collections: CollectionIds = new Map()
  const settleAll = async (batches: Iterable<RowBatch>): Promise<boolean> => {
    for (const batch of batches) {
      // SQLite blocks this thread while it stores a batch, so requests get about as much time between two batches.
      await sleep(Math.min(storedInMs, MAX_PAUSE_MS), options.signal)
      if (options.signal.aborted) throw new RetryLater('the process stops')
      const startedAt = performance.now()
      const next = await withRetry(
        () => storeBatchRows(deps, { known, job: current, collections }, batch),
        options.signal,
      )
      if (!next) return false
      if (deps.database.dialect === 'sqlite') storedInMs = performance.now() - startedAt
      const isAnalysing = current.imported < STATISTICS_ROWS && next.imported >= STATISTICS_ROWS
      if (isAnalysing) await analyseNewTables(deps.database)
      current = next
      options.onProgress?.(current)
    }
    return true
  }
  for await (const step of readRows(file, job.format)) {
    if (step.kind === 'collections') {
      collections = await storeCollections(deps, job.ownerId, step.collections, options.signal)
      continue
    }
    const isContinuing = await settleAll(batchesOf(maker, step, current))
    if (!isContinuing) return undefined
    const end = endOf(step)
    if (end) return finishImport(deps, current, end.failure)
  }
  throw new Error('the parser ended without a result')
}

type RowStep = Exclude<ReadStep, { kind: 'collections' }>

function batchesOf(maker: BatchCollector, step: RowStep, { bytesRead }: Import): Iterable<RowBatch> {
  if (step.kind !== 'rows') return maker.rest(step.kind === 'end' ? step.bytesRead : bytesRead)
  const rows = step.rows.filter(({ number }) => number <= MAX_ROWS)
  const full = maker.add({ ...step, rows })
  return rows.length === step.rows.length ? full : [...full, ...maker.rest(step.bytesRead)]
}

/**
 * @returns the end of the import, with the reason if the rest of the file is unreadable; undefined if more of the file
 * remains to be read
 */
function endOf(step: RowStep): { readonly failure: string | null } | undefined {
  if (step.kind === 'end') return { failure: null }
  if (step.kind === 'unreadable') return { failure: step.reason }
  const isTooLong = (step.rows.at(-1)?.number ?? 0) > MAX_ROWS
  return isTooLong ? { failure: reasonText('fileRows', { count: MAX_ROWS }) } : undefined
}

interface BatchContext {
  readonly known: Statement<KnownHash>
  readonly job: Import
  readonly collections: CollectionIds
}

/** Stores one batch. Its contents are sanitised before the transaction, and only for addresses that seem to be new. */
async function storeBatchRows(
  deps: RunImportDeps,
  { known, job, collections }: BatchContext,
  batch: RowBatch,
): Promise<Import | undefined> {
  const rows = await known.all(job.ownerId, hashList(batch.candidates))
  const hashes = new Set(rows.map(({ hash }) => hash))
  const fresh = batch.candidates.filter((candidate) => !candidate.hashes.some((hash) => hashes.has(hash)))
  const { good, broken } = await sanitiseRows(deps.clean, fresh)
  const { rowsDone, bytesRead } = batch
  return storeRowsIndividually(deps, job, {
    rowsDone,
    bytesRead,
    rows: batch.candidates.length + batch.documents.length + batch.broken.length + batch.skipped.length,
    good,
    broken: [...batch.broken, ...broken],
    skipped: batch.skipped,
    candidates: batch.candidates,
    documents: batch.documents,
    collections,
  })
}

/**
 * Ends an import or the check of its file, and deletes the file.
 * @param failure a sentence about a problem with the whole file, or null
 */
export async function finishImport(
  { database, clock }: Pick<StoreBatchDeps, 'database' | 'clock'>,
  job: Import,
  failure: string | null,
): Promise<Import | undefined> {
  const { ownerId: owner, id, imported, merged, skipped, failed } = job
  const isUseless = failure === null && imported + merged + skipped === 0 && failed > 0
  const reason = isUseless ? reasonText('nothingRead') : failure
  return database.transaction(async (tx) => {
    const now = clock.now().toISOString()
    await deleteFile(tx, { owner, id })
    return updateImport(
      tx,
      { owner, id, from: ['checking', 'running'] },
      {
        state: reason === null ? 'done' : 'failed',
        failure: reason,
        changed_at: now,
        finished_at: now,
      },
    )
  })
}

/**
 * Collects the query planner's statistics of tables that imports fill. Without them, SQLite reads all tags of a user's
 * entries for each tag that is deleted. PostgreSQL checks each new row through an index in which all rows of a user
 * match, and a first import takes ten times as long. The autovacuum of PostgreSQL would collect the statistics only
 * about a minute later.
 */
async function analyseNewTables(database: Database): Promise<void> {
  await database.updateStatistics()
  if (database.dialect === 'sqlite') return
  await database.transaction(async (tx) => {
    const unknown = await rawSql<{ relname: string }>(tx, UNANALYSED_TABLES, [FILLED_TABLES])
    if (unknown.length > 0) await rawSql(tx, `analyze ${FILLED_TABLES.join(', ')}`, [])
  })
}
