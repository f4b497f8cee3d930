/** Times in milliseconds, sizes in bytes. */
export interface FetchLimits {
  /** resolving the name, connecting and the TLS handshake of one hop, together */
  readonly connectMs: number
  /** from the request to the end of the final head of one hop, including interim responses */
  readonly headMs: number
  /** the whole fetch, over all hops */
  readonly totalMs: number
  /** length of the window over which the speed is averaged */
  readonly slowWindowMs: number
  /** the least bytes per second, averaged over the window */
  readonly slowBytesPerSecond: number
  /** all heads of one hop, including interim ones */
  readonly headBytes: number
  readonly headLines: number
  readonly interimAnswers: number
  readonly redirects: number
  /** body as sent, including chunk framing and trailers */
  readonly wireBytes: number
  /** body after Content-Encoding */
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
