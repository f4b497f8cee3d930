import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'

/** What a span says of its work. Values never contain addresses with paths, names of users, or secrets. */
type SpanAttributes = Readonly<Record<string, string | number>>

export interface SpanOptions {
  readonly name: string
  /** `internal` by default; `client` for requests to other servers, `consumer` for jobs */
  readonly kind?: 'internal' | 'client' | 'consumer'
  readonly attributes?: SpanAttributes
  /** id of the request that enqueued the job, for spans of the kind `consumer`; other spans are part of the running one */
  readonly requestId?: string | undefined
  /** true if the work is recorded only as part of a request or job, and not on its own */
  readonly isDetail?: true
}

/** Adds what is known only at the end of the work. */
export interface RunningSpan {
  set(attributes: SpanAttributes): void
  /** Marks the work as failed. @param type a short name for the kind of failure */
  fail(type: string): void
}

/** Records the requests and jobs of a process as spans of traces (docs/tracing.md). */
export interface Tracing {
  /**
   * Begins the span of a request.
   * @returns the id of the request, which also says where the span is in its trace: the text of a `traceparent` header
   *   (https://www.w3.org/TR/trace-context/)
   */
  requestId(request: IncomingMessage): string
  /** Ends the spans of the app's requests with their responses, and makes them the parents of what happens in between. */
  watch(app: FastifyInstance): void
  /** Does work in a span. An error of the work marks the span as failed. */
  span<T>(options: SpanOptions, work: (span: RunningSpan) => Promise<T>): Promise<T>
  /** Sends what has not been sent yet, for at most two seconds, and stops. */
  close(): Promise<void>
}
