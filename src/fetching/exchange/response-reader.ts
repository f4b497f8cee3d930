import type { Dispatcher } from 'undici'
import type { Socket } from 'node:net'
import { parseResponseHead, type ResponseHead } from './response-head.ts'
import { createBodySink, type BodySink } from './body-sink.ts'
import { asFailure, FetchFailure } from '../fetch-failure.ts'
import type { FetchLimits } from '../fetch-limits.ts'
import { ResponseLimiter } from './response-limiter.ts'

/** The response to one request. For a redirect, the body is not read and stays empty. */
export interface ExchangeResponse {
  readonly head: ResponseHead
  readonly body: Uint8Array
}

/** Reads one response from the events of the HTTP parser. */
export class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #limits: FetchLimits
  readonly #watch: ResponseLimiter
  readonly #answer = Promise.withResolvers<ExchangeResponse>()
  #sink: BodySink | undefined
  #interim = 0
  #wireBytes = 0
  #socketError: Error | undefined

  constructor(socket: Socket, limits: FetchLimits) {
    this.#limits = limits
    // The response may fail before anything awaits it. This listener prevents an unhandled rejection.
    this.#answer.promise.catch(() => {})
    this.#watch = new ResponseLimiter(socket, limits, (failure) => this.fail(failure))
    // Records an error of the socket before the parser's own listener runs. If the response has no Content-Length, the
    // parser would treat a reset connection as the regular end of the body.
    socket.prependListener('error', (error) => {
      this.#socketError = error
    })
  }

  /** resolves with the response, or rejects with a FetchFailure */
  get response(): Promise<ExchangeResponse> {
    return this.#answer.promise
  }

  /** Rejects the response. Later events have no effect. */
  fail(error: unknown): void {
    this.#watch.stop()
    this.#answer.reject(asFailure(error, 'bad_answer'))
  }

  /** Releases the timer and the decoder. */
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
