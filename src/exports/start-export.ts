import type { UserId } from '../kernel/branded-ids.ts'
import type { MemoryBudget, MemoryLease, WorkKind } from '../kernel/memory-budget.ts'
import type { ExportLimit } from './export-limit.ts'

export interface StartExportDeps {
  readonly exportLimit: ExportLimit
  /**
   * memory budget of the process. Each export of many entries waits until the budget has room for it. Absent if no other
   * work shares the memory
   */
  readonly memory?: MemoryBudget
}

/**
 * The bytes of a file, generated while the consumer reads them. A consumer that stops early must call `return`, as `for
 * await` and streams do.
 */
export interface ExportedBytes extends AsyncIterableIterator<Uint8Array, void> {
  return(): Promise<IteratorResult<Uint8Array, void>>
}

/**
 * Bytes of the memory budget that the export of a list takes, including its thread and the images of one entry. The
 * value comes from `npm run bench:memory`.
 */
const EXPORT_BYTES = 64 * 1024 * 1024
const EXPORT: WorkKind = { name: 'export', priority: 1 }

/**
 * Starts a long export within the limits of the user and of the process, and runs it up to its first piece, so that errors
 * are thrown before the response begins.
 * @throws AppError `too_many_requests` while another export of the owner runs, `unavailable` while too many exports are
 *   running
 */
export async function startExport(
  deps: StartExportDeps,
  owner: UserId,
  generate: () => AsyncGenerator<Uint8Array, void>,
): Promise<ExportedBytes> {
  return startGenerator(limited(deps, owner, generate))
}

async function* limited(
  { exportLimit, memory }: StartExportDeps,
  owner: UserId,
  generate: () => AsyncGenerator<Uint8Array, void>,
): AsyncGenerator<Uint8Array, void> {
  const leave = exportLimit.enter(owner)
  let lease: MemoryLease | undefined
  try {
    lease = await memory?.take(EXPORT, EXPORT_BYTES)
    yield* generate()
  } finally {
    lease?.release()
    leave()
  }
}

/**
 * Does not wrap the generator in another one: if the consumer stops without reading, `return` would end the wrapper before
 * the wrapper has started, and the `finally` of the inner generator would never run.
 */
async function startGenerator(generator: AsyncGenerator<Uint8Array, void>): Promise<ExportedBytes> {
  let first: IteratorResult<Uint8Array, void> | undefined = await generator.next()
  const bytes: ExportedBytes = {
    next: async () => {
      const held = first
      first = undefined
      return held ?? generator.next()
    },
    return: async () => generator.return(),
    [Symbol.asyncIterator]: () => bytes,
  }
  return bytes
}
