/** Lets one worker at a time look for a job, so that each sees what the one before it took. */
export class ClaimGate {
  #last: Promise<void> = Promise.resolve()
  readonly #entered: (() => void)[] = []

  /** Resolves when it is the caller's turn. `leave` must follow exactly once. */
  async enter(): Promise<void> {
    const before = this.#last
    this.#last = new Promise((resolve) => this.#entered.push(resolve))
    await before
  }

  leave(): void {
    this.#entered.shift()?.()
  }
}
