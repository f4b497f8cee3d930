import { setImmediate } from 'node:timers/promises'
import {
  documentKind,
  sniffType,
  unpackedSize,
  unreadable,
  type Capture,
  type CleanedContent,
  type DocumentKind,
  type Effort,
  type Extraction,
  type GivenContent,
} from '@dogear/extractor/service'
import { AppError } from '../kernel/errors.ts'
import { transferableBytes } from '../threads/transferable-bytes.ts'
import type { MemoryBudget, WorkKind } from '../kernel/memory-budget.ts'
import { createWorkerPool, type WorkerPool } from '../threads/worker-pool.ts'
import type { TaskInput, TaskOutcome } from '../threads/worker-thread.ts'

export interface ExtractionPool {
  /**
   * Extracts the article of a page. If this takes more than half of the time limit, or if the site rules are too
   * expensive, the page is extracted again without rules and expensive steps.
   * @param capture its body is transferred to the worker if possible, so the caller must not use it afterwards
   * @param owner owner of the page; owners take turns
   * @returns the article or the reason why there is none, such as `timed_out` or `crashed`
   * @throws AppError `unavailable` if too many pages are waiting or the pool was stopped
   */
  extract(capture: Capture, owner?: string): Promise<Extraction>
  /**
   * Sanitises HTML from a client.
   * @throws AppError `invalid_input` if the HTML takes too long or cannot be read, `too_large` above 10 MB or 200,000
   *   nodes, `unavailable` if too many pages are waiting or the pool was stopped
   */
  clean(given: GivenContent): Promise<CleanedContent>
  /**
   * Evaluates XPath expressions on a page (see `evaluateOnPage`).
   * @param capture its body is transferred, as for `extract`
   * @returns one value for each expression; all are undefined if the capture is not an HTML page or takes too long
   * @throws AppError `unavailable` if too many pages are waiting or the pool was stopped
   */
  find(capture: Capture, expressions: readonly string[]): Promise<(string | undefined)[]>
  /** Ends all workers. Waiting and running tasks are rejected with `unavailable`. */
  stop(): Promise<void>
}

export interface ExtractionPoolOptions {
  /** Maximum number of threads. */
  readonly workers: number
  /** Time limit for one page, in milliseconds. */
  readonly deadlineMs: number
  /** Maximum heap size (old space) of each thread in megabytes. */
  readonly memoryMb: number
  /** Milliseconds without work after which a thread ends. */
  readonly idleMs: number
  /** Maximum number of waiting tasks. Further tasks are rejected with `unavailable`. */
  readonly maxQueue: number
  /** memory budget of the process; each page reserves the memory that its extraction may need */
  readonly memory?: MemoryBudget
}

/** A message to a worker. */
export type ExtractionTask =
  | { readonly kind: 'extract'; readonly capture: Capture; readonly effort: Effort }
  | { readonly kind: 'clean'; readonly given: GivenContent }
  | { readonly kind: 'find'; readonly capture: Capture; readonly expressions: readonly string[] }

const EXTRACTION: WorkKind = { name: 'extraction', priority: 1 }

const MAX_GIVEN_CHARACTERS = 10 * 1024 * 1024

/** @returns a pool of worker threads that extract pages. Threads start when tasks arrive. */
export function createExtractionPool(options: ExtractionPoolOptions): ExtractionPool {
  const script = new URL('./extraction-worker.ts', import.meta.url)
  const { memory, ...limits } = options
  const pool = createWorkerPool({
    ...limits,
    script,
    ...(memory && { reserve: (bytes: number) => memory.take(EXTRACTION, bytes) }),
  })
  return {
    extract: (capture, owner) => extractIn({ pool, deadlineMs: options.deadlineMs }, capture, owner),
    clean: (given) => cleanIn(pool, given),
    find: (capture, expressions) => findIn(pool, capture, expressions),
    stop: () => pool.stop(),
  }
}

/**
 * Bytes that are reserved for extracting a page: a minimum, plus a number of bytes for each byte of its body. Measured
 * with `npm run bench:memory`: pages of 1.4 MB that consist mostly of markup took 90 MB; a thread that has read nothing
 * took about 10 MB.
 */
const MIN_MEMORY = 8 * 1024 * 1024
const NEED_PER_BYTE = 64

/** Number of bytes that are copied at once, so that the main thread is never blocked for long. */
const SLICE_BYTES = 1024 * 1024

interface TimedPool {
  readonly pool: WorkerPool
  readonly deadlineMs: number
}

async function extractIn({ pool, deadlineMs }: TimedPool, capture: Capture, owner = ''): Promise<Extraction> {
  const document = documentKind(capture.body)
  const needBytes = MIN_MEMORY + NEED_PER_BYTE * readSize(capture.body, document)
  // PDF files and other documents, such as DOCX, have no expensive steps that a second attempt could omit.
  if (document !== undefined || sniffType(capture.body, capture.contentType).kind === 'pdf') {
    const only = await pool.run(() => captureTask(capture, 'full'), { owner, deadlineMs, needBytes })
    return only.kind === 'done' ? (only.value as Extraction) : unreadableAfterCrash([only])
  }
  const turn = { owner, deadlineMs: deadlineMs / 2, needBytes }
  // The body is copied for a possible second attempt, but only when the page's turn comes, so that a waiting page is in
  // memory only once.
  let body = new Uint8Array()
  const first = await pool.run(async () => {
    body = await copyInSlices(capture.body)
    return captureTask(capture, 'full')
  }, turn)
  if (first.kind === 'done') {
    // Releases the memory of the copy at once, because the garbage collector frees buffers late.
    body.buffer.transfer(0)
    return first.value as Extraction
  }
  if (first.kind !== 'timed_out' && capture.rules === undefined) return unreadableAfterCrash([first])
  const second = await pool.run(() => captureTask({ ...capture, body }, 'cheap'), turn)
  return second.kind === 'done' ? (second.value as Extraction) : unreadableAfterCrash([first, second])
}

/**
 * @returns the number of bytes that the extraction reads. For an archive, this is the unpacked size of its members,
 * which can be far larger than the file.
 */
function readSize(body: Uint8Array, document: DocumentKind | undefined): number {
  const isArchive = document === 'docx' || document === 'epub' || document === 'odt'
  return isArchive ? Math.max(body.length, unpackedSize(body)) : body.length
}

async function copyInSlices(body: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const copy = new Uint8Array(body.byteLength)
  for (let at = 0; at < body.byteLength; at += SLICE_BYTES) {
    if (at > 0) await setImmediate()
    copy.set(body.subarray(at, at + SLICE_BYTES), at)
  }
  return copy
}

function unreadableAfterCrash(outcomes: readonly TaskOutcome[]): Extraction {
  const reason = outcomes.at(-1)?.kind === 'timed_out' ? 'timed_out' : 'crashed'
  return unreadable(
    reason,
    outcomes.map((outcome) => ({ name: 'worker', note: noteOf(outcome) })),
  )
}

async function findIn(
  pool: WorkerPool,
  capture: Capture,
  expressions: readonly string[],
): Promise<(string | undefined)[]> {
  const { bytes: body, block } = transferableBytes(capture.body)
  const value: ExtractionTask = { kind: 'find', capture: { ...capture, body }, expressions }
  const outcome = await pool.run(() => ({ value, transfer: [block] }))
  return outcome.kind === 'done' ? (outcome.value as (string | undefined)[]) : expressions.map(() => undefined)
}

async function cleanIn(pool: WorkerPool, given: GivenContent): Promise<CleanedContent> {
  if (given.html.length > MAX_GIVEN_CHARACTERS) throw new AppError('too_large', 'content is larger than 10 MB')
  const task: ExtractionTask = { kind: 'clean', given }
  const outcome = await pool.run(() => ({ value: task, transfer: [] }))
  if (outcome.kind === 'done') return outcome.value as CleanedContent
  if (outcome.kind === 'failed' && outcome.code === 'too_large') throw new AppError('too_large', outcome.message)
  throw new AppError('invalid_input', 'content could not be read', { details: { reason: outcome.kind } })
}

function noteOf(outcome: TaskOutcome): string {
  return 'message' in outcome ? outcome.message.slice(0, 500) : outcome.kind
}

function captureTask(capture: Capture, effort: Effort): TaskInput {
  const { bytes: body, block } = transferableBytes(capture.body)
  const task: ExtractionTask = { kind: 'extract', capture: { ...capture, body }, effort }
  return { value: task, transfer: [block] }
}
