/** Limits for a fetch. Times are in milliseconds, sizes in bytes. A hop is one request with its response. */
export interface FetchLimits {
  /** time limit for resolving the name, connecting and the TLS handshake of a hop together */
  readonly connectMs: number
  /**
   * time from sending the request of a hop to the end of the headers of its final response, including any interim
   * responses (status 1xx) before it
   */
  readonly headMs: number
  /** time for the whole fetch with all its hops */
  readonly totalMs: number
  /** length of the period over which the speed is averaged */
  readonly slowWindowMs: number
  /** minimum average speed in this period, in bytes per second */
  readonly slowBytesPerSecond: number
  /** size of all response headers of a hop together, including those of interim responses */
  readonly headBytes: number
  readonly headLines: number
  readonly interimAnswers: number
  readonly redirects: number
  /** size of the body as it is sent, including the overhead of chunked transfer */
  readonly wireBytes: number
  /** size of the body after its Content-Encoding was decoded */
  readonly decodedBytes: number
}

export const DEFAULT_FETCH_LIMITS: FetchLimits = {
  connectMs: 5_000,
  headMs: 10_000,
  totalMs: 30_000,
  slowWindowMs: 10_000,
  slowBytesPerSecond: 100,
  headBytes: 64 * 1024,
  headLines: 200,
  interimAnswers: 10,
  redirects: 10,
  wireBytes: 8 * 1024 * 1024,
  decodedBytes: 16 * 1024 * 1024,
}
