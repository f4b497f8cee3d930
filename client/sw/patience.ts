/** Milliseconds for which a page waits for the server before it is rendered from the stored library. */
const USUAL_MS = 2000
/** The same while the server is known to be slow, so that the user does not wait for each page again. */
const SHORT_MS = 500

/** How long pages wait for the server. They wait less after a response that took longer than usual. */
export class Patience {
  #isSlow = false

  get milliseconds(): number {
    return this.#isSlow ? SHORT_MS : USUAL_MS
  }

  /** @param milliseconds the time between a request and its response; infinite if it was late and has not arrived yet */
  learn(milliseconds: number): void {
    this.#isSlow = milliseconds > USUAL_MS
  }
}
