import { write, writeSync } from 'node:fs'

/** Maximum size of the buffer in bytes, enough for a few thousand lines. Lines beyond it are dropped and counted. */
const MAX_BYTES = 512 * 1024
/** Milliseconds until the next attempt to write, if the descriptor accepts no bytes. */
const RETRY_MS = 50
/**
 * Maximum time in milliseconds for writing the buffer when a fatal line is logged, or when the process exits. After
 * this time, the process continues or exits, even if lines remain in the buffer.
 */
const FLUSH_MS = 1000
/** Error codes that mean that the reader has closed the descriptor permanently. */
const CLOSED_READER: ReadonlySet<string | undefined> = new Set(['EPIPE', 'EBADF', 'ECONNRESET'])

/**
 * Writes lines to a file descriptor, in the background and in order. A reader that stops reading, or a full disk, does
 * not block the process. Lines that do not fit into the buffer are dropped. Once there is room, a line reports their
 * number.
 *
 * SonicBoom, pino's own output, has such a buffer too. But pino calls SonicBoom's `flushSync` for fatal lines and at
 * exit, and in version 4.2.1 this function never returns while the descriptor is blocked. The process would then never
 * end.
 */
export class LogOutput {
  readonly #descriptor: number
  readonly #lineOfDropped: (count: number) => string
  #lines: string[] = []
  /** bytes that have been taken from `#lines`, and are being written or wait for the next attempt */
  #chunk: Buffer = Buffer.alloc(0)
  #bytes = 0
  #dropped = 0
  #state: 'idle' | 'scheduled' | 'writing' | 'waiting' | 'closed' = 'idle'

  /** @param lineOfDropped formats a line that reports the number of dropped lines */
  constructor(descriptor: number, lineOfDropped: (count: number) => string) {
    this.#descriptor = descriptor
    this.#lineOfDropped = lineOfDropped
  }

  /** @param line a line that ends in a line break */
  write(line: string): void {
    const bytes = Buffer.byteLength(line)
    if (this.#state === 'closed') return
    if (this.#bytes + bytes > MAX_BYTES) {
      this.#dropped++
      return
    }
    this.#lines.push(line)
    this.#bytes += bytes
    if (this.#state === 'idle') this.#schedule()
  }

  /**
   * Starts a background write in the next turn of the event loop. When pino calls `flushSync` for a fatal line, the
   * line is then still in the buffer and is written synchronously. A background write might not finish before the
   * process exits.
   */
  #schedule(): void {
    this.#state = 'scheduled'
    setImmediate(() => this.#state === 'scheduled' && this.#writeNext())
  }

  /** Writes the buffer synchronously. Gives up after a second if the descriptor is still blocked. */
  flushSync(): void {
    const end = performance.now() + FLUSH_MS
    // A background write may be writing `#chunk` now. These bytes are left out, so that no line appears twice.
    let rest = Buffer.concat([this.#state === 'writing' ? Buffer.alloc(0) : this.#chunk, this.#takeLines()])
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(this.#descriptor, rest))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || performance.now() > end) break
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
      }
    }
    if (this.#state !== 'writing') this.#chunk = rest
    else if (rest.length > 0) this.#lines.unshift(rest.toString())
    this.#bytes = rest.length + (this.#state === 'writing' ? this.#chunk.length : 0)
  }

  #takeLines(): Buffer {
    return Buffer.from(this.#lines.splice(0).join(''))
  }

  #writeNext(): void {
    if (this.#chunk.length === 0) this.#chunk = this.#takeLines()
    if (this.#chunk.length === 0) {
      this.#state = 'idle'
      return
    }
    this.#state = 'writing'
    write(this.#descriptor, this.#chunk, (error, written) => this.#settle(error, written))
  }

  #settle(error: NodeJS.ErrnoException | null, written: number): void {
    if (error && CLOSED_READER.has(error.code)) return this.#giveUp()
    if (error) {
      this.#state = 'waiting'
      // `unref` lets the process exit although the timer has not fired.
      setTimeout(() => this.#writeNext(), RETRY_MS).unref()
      return
    }
    this.#chunk = this.#chunk.subarray(written)
    this.#bytes -= written
    if (this.#dropped > 0 && this.#bytes < MAX_BYTES / 2) this.#reportDropped()
    this.#writeNext()
  }

  #reportDropped(): void {
    const count = this.#dropped
    this.#dropped = 0
    this.write(this.#lineOfDropped(count))
  }

  #giveUp(): void {
    this.#state = 'closed'
    this.#lines = []
    this.#chunk = Buffer.alloc(0)
  }
}
