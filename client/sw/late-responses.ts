/** Milliseconds for which a response is kept after its arrival. */
const LIFETIME_MS = 10_000

/**
 * Responses that arrived after the worker had answered from the library. Each is kept for a moment, for the page that
 * shows the library and requests itself again.
 */
export class LateResponses {
  readonly #expected = new Set<string>()
  readonly #kept = new Map<string, Response>()
  #generation = 0

  /** Waits for a response, and keeps it. A value other than a response is ignored. */
  async expect(request: Request, coming: Promise<unknown>): Promise<void> {
    const key = keyOf(request)
    const generation = this.#generation
    this.#expected.add(key)
    const response = await coming.catch(() => undefined)
    this.#expected.delete(key)
    // The browser accepts an unfollowed redirect only for the request that it belongs to.
    const isUsable = response instanceof Response && response.type !== 'opaqueredirect'
    if (!isUsable || generation !== this.#generation) return
    this.#kept.set(key, response)
    setTimeout(() => this.#kept.delete(key), LIFETIME_MS)
  }

  /** @returns whether the response to a page request with this address has not arrived yet */
  isExpected(href: string): boolean {
    return this.#expected.has(keyOf(new Request(href)))
  }

  /** @returns the kept response to an equal request, only once */
  take(request: Request): Response | undefined {
    const key = keyOf(request)
    const response = this.#kept.get(key)
    this.#kept.delete(key)
    return response
  }

  /** Discards all responses, also those that have not arrived yet, because the user is changing the data. */
  discard(): void {
    this.#generation++
    this.#kept.clear()
  }
}

/** @returns the address without its fragment, and the frame for which the response is */
const keyOf = ({ url, headers }: Request): string => `${url.split('#')[0]} ${headers.get('turbo-frame') ?? ''}`
