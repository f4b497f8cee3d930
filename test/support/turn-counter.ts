/** Counts the turns of the event loop, from its creation until `stop`. */
export class TurnCounter {
  #next: NodeJS.Immediate | undefined
  count = 0

  constructor() {
    this.#turn()
  }

  stop(): void {
    clearImmediate(this.#next)
  }

  #turn(): void {
    this.#next = setImmediate(() => {
      this.count++
      this.#turn()
    })
  }
}
