import { write, writeSync } from 'node:fs'

/** Bytes that wait for the reader at most: some thousand lines. Beyond them lines are dropped and counted. */
const MOST_BYTES = 512 * 1024
/** When a descriptor that took nothing is tried again, in milliseconds. */
const TRY_AGAIN_MS = 50
/** How long a fatal line, or the end of the process, waits for the reader, in milliseconds. */
const FLUSH_MS = 1000
/** The reader is gone for good. */
const CLOSED_READER: ReadonlySet<string | undefined> = new Set(['EPIPE', 'EBADF', 'ECONNRESET'])

/**
 * Lines on a file descriptor, written in the background and in order. A reader that stalls, or a disk that is full, holds
 * up nothing: what does not fit into the buffer is dropped, and a line with the count follows once there is room.
 *
 * SonicBoom, which pino brings, has such a buffer too. Its `flushSync` though, which pino calls for fatal lines and at the
 * end, never returns while the descriptor takes nothing (4.2.1), so that a full pipe or disk would keep the process alive.
 */
export class LogOutput {
  readonly #descriptor: number
  readonly #lineOfDropped: (count: number) => string
  #lines: string[] = []
  /** what is being written, or waits to be tried again */
  #piece: Buffer = Buffer.alloc(0)
  #bytes = 0
  #dropped = 0
  #state: 'idle' | 'scheduled' | 'writing' | 'waiting' | 'gone' = 'idle'

  /** @param lineOfDropped makes the line that reports how many were dropped */
  constructor(descriptor: number, lineOfDropped: (count: number) => string) {
    this.#descriptor = descriptor
    this.#lineOfDropped = lineOfDropped
  }

  /** @param line with its line break */
  write(line: string): void {
    const bytes = Buffer.byteLength(line)
    if (this.#state === 'gone') return
    if (this.#bytes + bytes > MOST_BYTES) {
      this.#dropped++
      return
    }
    this.#lines.push(line)
    this.#bytes += bytes
    if (this.#state === 'idle') this.#schedule()
  }

  /**
   * Starts the write after the current turn of the event loop: a fatal line must still be in the buffer when `flushSync`
   * follows, because a thread that writes it may come too late for a process that ends.
   */
  #schedule(): void {
    this.#state = 'scheduled'
    setImmediate(() => this.#state === 'scheduled' && this.#writeNext())
  }

  /** Writes what waits before it returns, unless the reader takes nothing for a second. */
  flushSync(): void {
    const end = performance.now() + FLUSH_MS
    // A piece that a thread is writing is left to it.
    let rest = Buffer.concat([this.#state === 'writing' ? Buffer.alloc(0) : this.#piece, this.#takeLines()])
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(this.#descriptor, rest))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || performance.now() > end) break
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
      }
    }
    if (this.#state !== 'writing') this.#piece = rest
    else if (rest.length > 0) this.#lines.unshift(rest.toString())
    this.#bytes = rest.length + (this.#state === 'writing' ? this.#piece.length : 0)
  }

  #takeLines(): Buffer {
    return Buffer.from(this.#lines.splice(0).join(''))
  }

  #writeNext(): void {
    if (this.#piece.length === 0) this.#piece = this.#takeLines()
    if (this.#piece.length === 0) {
      this.#state = 'idle'
      return
    }
    this.#state = 'writing'
    write(this.#descriptor, this.#piece, (error, written) => this.#settle(error, written))
  }

  #settle(error: NodeJS.ErrnoException | null, written: number): void {
    if (error && CLOSED_READER.has(error.code)) return this.#giveUp()
    if (error) {
      this.#state = 'waiting'
      // The process may end meanwhile.
      setTimeout(() => this.#writeNext(), TRY_AGAIN_MS).unref()
      return
    }
    this.#piece = this.#piece.subarray(written)
    this.#bytes -= written
    if (this.#dropped > 0 && this.#bytes < MOST_BYTES / 2) this.#reportDropped()
    this.#writeNext()
  }

  #reportDropped(): void {
    const count = this.#dropped
    this.#dropped = 0
    this.write(this.#lineOfDropped(count))
  }

  #giveUp(): void {
    this.#state = 'gone'
    this.#lines = []
    this.#piece = Buffer.alloc(0)
  }
}
