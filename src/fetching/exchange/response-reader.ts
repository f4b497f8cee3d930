import type { Dispatcher } from 'undici'
import type { Socket } from 'node:net'
import { parseResponseHead, type ResponseHead } from './response-head.ts'
import { createBodySink, type BodySink } from './body-sink.ts'
import { asFailure, FetchFailure } from '../fetch-failure.ts'
import type { FetchLimits } from '../fetch-limits.ts'
import { TrafficWatch } from './traffic-watch.ts'

/** The answer of one hop; the body of a redirect is not read and stays empty. */
export interface Answer {
  readonly head: ResponseHead
  readonly body: Uint8Array
}

/** Follows one answer through the HTTP parser's events, from its first byte to its end or failure. */
export class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #limits: FetchLimits
  readonly #watch: TrafficWatch
  readonly #answer = Promise.withResolvers<Answer>()
  #sink: BodySink | undefined
  #interim = 0
  #wireBytes = 0
  #socketError: Error | undefined

  constructor(socket: Socket, limits: FetchLimits) {
    this.#limits = limits
    // it may fail before anybody waits for it
    this.#answer.promise.catch(() => {})
    this.#watch = new TrafficWatch(socket, limits, (failure) => this.fail(failure))
    // before the parser's own listener, which takes a reset for the regular end of a body without a length
    socket.prependListener('error', (error) => {
      this.#socketError = error
    })
  }

  /** Rejects with a FetchFailure. */
  get answer(): Promise<Answer> {
    return this.#answer.promise
  }

  /** Ends the reading; later events change nothing. */
  fail(error: unknown): void {
    this.#watch.stop()
    this.#answer.reject(asFailure(error, 'bad_answer'))
  }

  /** Frees timer and decoder. */
  close(): void {
    this.#watch.stop()
    this.#sink?.destroy()
  }

  onRequestStart(): void {}

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (status >= 102 && status < 200) return this.#countInterim()
    const raw = Array.isArray(controller.rawHeaders) ? controller.rawHeaders : []
    const head = parseResponseHead(status, raw, this.#limits)
    this.#watch.headArrived()
    if (head.location === undefined) this.#sink = this.#openSink(head)
    else this.#answer.resolve({ head, body: new Uint8Array() })
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#wireBytes += chunk.length
    if (this.#wireBytes > this.#limits.wireBytes) {
      throw new FetchFailure('too_large', `more than ${this.#limits.wireBytes} bytes on the wire`)
    }
    this.#sink?.write(chunk)
  }

  onResponseEnd(): void {
    this.#watch.stop()
    if (this.#socketError) this.fail(this.#socketError)
    else this.#sink?.end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error)
  }

  #countInterim(): void {
    this.#interim += 1
    if (this.#interim > this.#limits.interimAnswers) throw new FetchFailure('bad_answer', 'too many interim answers')
  }

  #openSink(head: ResponseHead): BodySink {
    return createBodySink(head.coding, this.#limits.decodedBytes, {
      finished: (body) => this.#answer.resolve({ head, body }),
      failed: (error) => this.fail(error),
    })
  }
}
