/**
 * A rate limit: the number of requests (`points`) that each key, such as an address, may send in a period (`seconds`).
 */
export interface Budget {
  readonly name: string
  readonly points: number
  readonly seconds: number
  /**
   * true if each request is counted in the database, for all processes together. Otherwise, processes take portions of the
   * limit (`portionedThrottle`).
   */
  readonly isShared?: boolean
}

/**
 * Counts requests against a rate limit. Methods throw AppError `too_many_requests` if a key has exceeded the limit;
 * `details.retryAfterSeconds` is the wait.
 */
export interface Throttle {
  /** true if rate limits are turned off, so that callers can skip the count */
  readonly isUnlimited: boolean
  /**
   * Counts one request of a key.
   * @throws AppError if the key has exceeded the limit
   */
  take(key: string): Promise<void>
  /**
   * Checks the limit of a key, but counts nothing.
   * @throws AppError if the key has reached the limit
   */
  check(key: string): Promise<void>
  /** Takes back one counted request of a key. */
  refund(key: string): Promise<void>
}
