import { setImmediate } from 'node:timers/promises'
import { AppError } from '../kernel/errors.ts'
import { sniffType } from '../fetching/sniff-type.ts'
import type { Effort } from './draft.ts'
import type { Capture, CleanedContent, Extraction, GivenContent } from './extraction.ts'
import { movableBytes } from '../threads/movable-bytes.ts'
import type { MemoryBudget } from '../kernel/memory-budget.ts'
import { unreadable } from './unreadable.ts'
import { createWorkerPool, type WorkerPool } from '../threads/worker-pool.ts'
import type { TaskInput, TaskOutcome } from '../threads/worker-thread.ts'

export interface ExtractionPool {
  /**
   * @param capture handed over: its body is moved to the worker where possible and must not be used afterwards
   * @param owner whose page it is; owners take turns
   * @returns the article or the reason why there is none; a page that takes more than half of the time, or whose
   *   rules are too much, is read again without rules and costly steps; one that hangs or explodes gives `timed_out` or `crashed`
   * @throws AppError `unavailable` when too many pages wait, or after stop
   */
  extract(capture: Capture, owner?: string): Promise<Extraction>
  /**
   * @param given HTML that a client sent
   * @returns the same, sanitised
   * @throws AppError `invalid_input` when it takes too long or cannot be read, `too_large` above 10 MB or 200,000
   *   nodes, `unavailable` when too many pages wait, or after stop
   */
  clean(given: GivenContent): Promise<CleanedContent>
  /**
   * Looks things up on a page, see `findOnPage`.
   * @param capture handed over, as for `extract`
   * @returns one value for each expression; all undefined where the page is none, or takes too long
   * @throws AppError `unavailable` when too many pages wait, or after stop
   */
  find(capture: Capture, expressions: readonly string[]): Promise<(string | undefined)[]>
  /** Ends all workers. What waits or runs is rejected with `unavailable`. */
  stop(): Promise<void>
}

export interface ExtractionPoolOptions {
  /** Most threads at once. */
  readonly workers: number
  /** For one page, in milliseconds. */
  readonly deadlineMs: number
  /** Old space of each thread in MB. */
  readonly memoryMb: number
  /** After so many milliseconds without work a thread ends. */
  readonly idleMs: number
  /** Most tasks that may wait. */
  readonly maxQueue: number
  /** of which each page takes what reading it may need */
  readonly memory?: MemoryBudget
}

/** What is sent to a worker. */
export type ExtractionTask =
  | { readonly kind: 'extract'; readonly capture: Capture; readonly effort: Effort }
  | { readonly kind: 'clean'; readonly given: GivenContent }
  | { readonly kind: 'find'; readonly capture: Capture; readonly expressions: readonly string[] }

const MAX_GIVEN_CHARACTERS = 10 * 1024 * 1024

/** @returns a pool of worker threads for reading pages; the first thread is started by the first task */
export function createExtractionPool(options: ExtractionPoolOptions): ExtractionPool {
  const script = new URL('./extraction-worker.ts', import.meta.url)
  const pool = createWorkerPool({ ...options, script })
  return {
    extract: (capture, owner) => extractIn({ pool, deadlineMs: options.deadlineMs }, capture, owner),
    clean: (given) => cleanIn(pool, given),
    find: (capture, expressions) => findIn(pool, capture, expressions),
    stop: () => pool.stop(),
  }
}

/**
 * What reading a page needs in bytes: measured with `npm run bench:memory`, pages of 1.4 MB that are all markup took 90 MB
 * more than a thread that has read nothing, which takes some 10.
 */
const LEAST_NEED = 8 * 1024 * 1024
const NEED_PER_BYTE = 64

/** Of a body that is copied so much at once, so that the main thread is never held up for long. */
const SLICE = 1024 * 1024

interface TimedPool {
  readonly pool: WorkerPool
  readonly deadlineMs: number
}

async function extractIn({ pool, deadlineMs }: TimedPool, capture: Capture, owner = ''): Promise<Extraction> {
  const needBytes = LEAST_NEED + NEED_PER_BYTE * capture.body.length
  // A PDF has no costly steps to leave out.
  if (sniffType(capture.body, capture.contentType).kind === 'pdf') {
    const only = await pool.run(() => captureTask(capture, 'full'), { owner, deadlineMs, needBytes })
    return only.kind === 'done' ? (only.value as Extraction) : givenUp([only])
  }
  const turn = { owner, deadlineMs: deadlineMs / 2, needBytes }
  // While the page waits there is one copy of it; the second is made for the second try, should there be one.
  let body = new Uint8Array()
  const first = await pool.run(async () => {
    body = await copyInSlices(capture.body)
    return captureTask(capture, 'full')
  }, turn)
  if (first.kind === 'done') {
    // Its memory is free at once; garbage outside of the heap is left for long.
    body.buffer.transfer(0)
    return first.value as Extraction
  }
  if (first.kind !== 'timed_out' && capture.rules === undefined) return givenUp([first])
  const second = await pool.run(() => captureTask({ ...capture, body }, 'cheap'), turn)
  return second.kind === 'done' ? (second.value as Extraction) : givenUp([first, second])
}

async function copyInSlices(body: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const copy = new Uint8Array(body.byteLength)
  for (let at = 0; at < body.byteLength; at += SLICE) {
    if (at > 0) await setImmediate()
    copy.set(body.subarray(at, at + SLICE), at)
  }
  return copy
}

function givenUp(outcomes: readonly TaskOutcome[]): Extraction {
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
  const { bytes: body, block } = movableBytes(capture.body)
  const value: ExtractionTask = { kind: 'find', capture: { ...capture, body }, expressions }
  const outcome = await pool.run(() => ({ value, transfer: [block] }))
  return outcome.kind === 'done' ? (outcome.value as (string | undefined)[]) : expressions.map(() => undefined)
}

async function cleanIn(pool: WorkerPool, given: GivenContent): Promise<CleanedContent> {
  if (given.html.length > MAX_GIVEN_CHARACTERS) throw new AppError('too_large', 'content is longer than 10 MB')
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
  const { bytes: body, block } = movableBytes(capture.body)
  const task: ExtractionTask = { kind: 'extract', capture: { ...capture, body }, effort }
  return { value: task, transfer: [block] }
}
