import type { UserId } from '../kernel/branded-ids.ts'
import { AppError } from '../kernel/errors.ts'
import type { MemoryBudget, MemoryLease, WorkKind } from '../kernel/memory-budget.ts'

/** Uploads first wait for the network, like pages. */
const UPLOAD: WorkKind = { name: 'upload', priority: 0 }

/** Maximum number of uploads of one user at the same time. The bodies of further ones are not read until one has ended. */
const MAX_PER_USER = 3
/** Number of copies of a file in memory while it is saved: its pieces, the whole file, and the copy for the extraction. */
const COPIES_IN_MEMORY = 3
const RETRY_SECONDS = 10

/**
 * Limits the memory of uploads. Memory is reserved as bytes arrive, so an upload that stalls takes up only what it has
 * sent, and no upload waits for the network of another user. If too many bytes have arrived, the newest upload of the
 * user with the most bytes fails.
 */
export class UploadMemory {
  readonly #memory: MemoryBudget
  readonly #maxReceived: number
  readonly #users = new Map<UserId, Uploads>()

  /** @param maxBytes maximum size of a file; two such files always fit */
  constructor(memory: MemoryBudget, maxBytes: number) {
    this.#memory = memory
    this.#maxReceived = Math.max(memory.limitBytes / 2, 2 * maxBytes)
  }

  /**
   * Receives and saves a file. Waits while the user has `MAX_PER_USER` uploads.
   * @param receive adds the bytes of the file to the buffer, and returns whatever `save` needs
   * @param save runs when there is enough memory for the extraction of the received bytes
   * @throws AppError `unavailable` if the upload had to make room for others; otherwise errors of both functions
   */
  async run<D, T>(
    owner: UserId,
    receive: (buffer: UploadBuffer) => Promise<D>,
    save: (received: D) => Promise<T>,
  ): Promise<T> {
    const uploads = this.#users.get(owner) ?? new Uploads()
    this.#users.set(owner, uploads)
    await uploads.enter()
    const buffer = new UploadBuffer(this.#memory.hold(), () => this.#makeRoom())
    uploads.buffers.add(buffer)
    try {
      const received = await Promise.race([receive(buffer), buffer.failure])
      const lease = await Promise.race([this.#takeFor(buffer), buffer.failure])
      try {
        buffer.release()
        return await save(received)
      } finally {
        lease.release()
      }
    } finally {
      buffer.release()
      uploads.buffers.delete(buffer)
      uploads.leave()
      if (uploads.isIdle) this.#users.delete(owner)
    }
  }

  /** @returns memory for the extraction. It is released at once if the upload has failed in the meantime. */
  async #takeFor(buffer: UploadBuffer): Promise<MemoryLease> {
    const lease = await this.#memory.take(UPLOAD, COPIES_IN_MEMORY * buffer.size)
    if (buffer.hasFailed) lease.release()
    return lease
  }

  #makeRoom(): void {
    const users = [...this.#users.values()]
    while (users.reduce((sum, { size }) => sum + size, 0) > this.#maxReceived) {
      const largest = users.reduce((a, b) => (b.size > a.size ? b : a))
      const newest = [...largest.buffers].findLast(({ size }) => size > 0)!
      const details = { retryAfterSeconds: RETRY_SECONDS }
      newest.fail(new AppError('unavailable', 'too many files are being uploaded', { details }))
    }
  }
}

/** The uploads of one user. */
class Uploads {
  /** in the order in which they began */
  readonly buffers = new Set<UploadBuffer>()
  readonly #waiting: (() => void)[] = []
  #running = 0

  get size(): number {
    return [...this.buffers].reduce((sum, { size }) => sum + size, 0)
  }

  get isIdle(): boolean {
    return this.#running === 0
  }

  async enter(): Promise<void> {
    if (this.#running < MAX_PER_USER) this.#running++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Passes the place on to the next waiting upload. */
  leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running--
  }
}

/** The received bytes of one upload. */
export class UploadBuffer {
  /** rejects if the upload has to make room for others; never resolves */
  readonly failure: Promise<never>
  readonly #reject: (reason: AppError) => void
  readonly #lease: MemoryLease
  readonly #onGrowth: () => void
  #pieces: Uint8Array[] = []
  #size = 0
  #error: AppError | undefined

  constructor(lease: MemoryLease, onGrowth: () => void) {
    const { promise, reject } = Promise.withResolvers<never>()
    this.failure = promise
    this.failure.catch(() => undefined)
    this.#reject = reject
    this.#lease = lease
    this.#onGrowth = onGrowth
  }

  /** number of bytes that have been received and are counted */
  get size(): number {
    return this.#size
  }

  get hasFailed(): boolean {
    return this.#error !== undefined
  }

  /** @throws AppError `unavailable` if the upload has to make room for others */
  add(piece: Uint8Array): void {
    if (this.#error) throw this.#error
    this.#pieces.push(piece)
    this.#resize(this.#size + piece.length)
    this.#onGrowth()
  }

  /** @returns all received bytes; the buffer no longer refers to them, but counts them until `release` */
  takeBytes(): Uint8Array {
    const bytes = Buffer.concat(this.#pieces)
    this.#pieces = []
    return bytes
  }

  /** Discards the received bytes and ends the upload. */
  fail(error: AppError): void {
    this.#error = error
    this.release()
    this.#reject(error)
  }

  /** Discards the received bytes. */
  clear(): void {
    this.#pieces = []
    this.#resize(0)
  }

  /** Discards the received bytes and ends the counting. Further calls do nothing. */
  release(): void {
    this.clear()
    this.#lease.release()
  }

  #resize(size: number): void {
    this.#size = size
    this.#lease.resize(size)
  }
}
