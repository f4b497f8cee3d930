import type { Transform } from 'node:stream'
import { createDecoder, type ContentCoding } from './content-coding.ts'
import { asFailure, FetchFailure } from '../fetch-failure.ts'

/**
 * Receives and decodes the body of a response. It never pauses the response, because the HTTP client does not report
 * the end of a response that was paused at its last byte. Chunks that wait to be decoded stay in memory; the maximum
 * size of a body limits that memory.
 */
export interface BodySink {
  /** @throws FetchFailure too_large */
  write(chunk: Uint8Array): void
  /** Call this when the body is complete. The event `finished` or `failed` follows. */
  end(): void
  /** Stops decoding and releases the decoder. */
  destroy(): void
}

interface SinkEvents {
  readonly finished: (body: Uint8Array) => void
  readonly failed: (error: unknown) => void
}

const FIRST_SIZE = 64 * 1024

/**
 * Collects a body of unknown length. Copies its pieces into one array, because many small pieces would need extra
 * memory.
 */
class ByteCollector {
  readonly #limit: number
  #bytes: Uint8Array<ArrayBuffer>
  #length = 0

  /** @param limit maximum number of bytes */
  constructor(limit: number) {
    this.#limit = limit
    this.#bytes = new Uint8Array(Math.min(FIRST_SIZE, limit))
  }

  /** Adds a piece. @throws FetchFailure too_large if the body would exceed the limit */
  add(piece: Uint8Array): void {
    const length = this.#length + piece.length
    if (length > this.#limit) throw new FetchFailure('too_large', `decoded body is over ${this.#limit} bytes`)
    if (length > this.#bytes.length) this.#grow(length)
    this.#bytes.set(piece, this.#length)
    this.#length = length
  }

  /** @returns all added bytes. The collector cannot be used afterwards. */
  take(): Uint8Array {
    const bytes = this.#bytes.buffer.transfer(this.#length)
    return new Uint8Array(bytes)
  }

  #grow(least: number): void {
    const size = Math.min(this.#limit, Math.max(least, this.#bytes.length * 2))
    this.#bytes = new Uint8Array(this.#bytes.buffer.transfer(size))
  }
}

/** @param limit maximum number of decoded bytes */
export function createBodySink(coding: ContentCoding, limit: number, events: SinkEvents): BodySink {
  return coding === 'identity' ? plainSink(limit, events) : new DecodingSink(coding, limit, events)
}

function plainSink(limit: number, { finished }: SinkEvents): BodySink {
  const body = new ByteCollector(limit)
  return {
    write: (chunk) => body.add(chunk),
    end: () => finished(body.take()),
    destroy: () => {},
  }
}

/**
 * Size in bytes of the blocks that are passed to the decoder. Small chunks are collected into blocks, because each
 * write to the decoder waits for another thread.
 */
const BLOCK_SIZE = 16 * 1024

class DecodingSink implements BodySink {
  readonly #coding: Exclude<ContentCoding, 'identity'>
  readonly #body: ByteCollector
  readonly #events: SinkEvents
  #decoder: Transform | undefined
  #block = Buffer.allocUnsafe(BLOCK_SIZE)
  #filled = 0

  constructor(coding: Exclude<ContentCoding, 'identity'>, limit: number, events: SinkEvents) {
    this.#coding = coding
    this.#body = new ByteCollector(limit)
    this.#events = events
  }

  write(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + BLOCK_SIZE - this.#filled)
      this.#block.set(part, this.#filled)
      this.#filled += part.length
      at += part.length
      if (this.#filled === BLOCK_SIZE) this.#flush()
    }
  }

  end(): void {
    if (this.#filled > 0) this.#flush()
    if (this.#decoder) this.#decoder.end()
    else this.#events.finished(this.#body.take())
  }

  destroy(): void {
    this.#decoder?.destroy()
  }

  #flush(): void {
    const block = this.#block.subarray(0, this.#filled)
    this.#block = Buffer.allocUnsafe(BLOCK_SIZE)
    this.#filled = 0
    this.#decoder ??= this.#start(block)
    this.#decoder.write(block)
  }

  #start(first: Uint8Array): Transform {
    const { finished, failed } = this.#events
    const decoder = createDecoder(this.#coding, first)
    decoder.on('data', (chunk: Buffer) => this.#keep(chunk))
    decoder.on('end', () => finished(this.#body.take()))
    decoder.on('error', (error) => failed(asFailure(error, 'bad_answer')))
    return decoder
  }

  #keep(chunk: Uint8Array): void {
    try {
      this.#body.add(chunk)
    } catch (error) {
      this.#decoder?.destroy()
      this.#events.failed(error)
    }
  }
}
