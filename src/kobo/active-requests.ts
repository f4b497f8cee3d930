import { AppError } from '../kernel/errors.ts'

/** Maximum number of requests of a device, and of all devices, that are passed on at the same time. */
const MAX_OF_DEVICE = 8
const MAX_OF_ALL = 64

/** Counts the requests that are being passed on. */
export class ActiveRequests {
  readonly #counts = new Map<number, number>()
  #total = 0

  /**
   * @param device id of the device
   * @returns a function to call once at the end of the request
   * @throws AppError `unavailable` if there are too many
   */
  begin(device: number): () => void {
    const own = this.#counts.get(device) ?? 0
    if (own >= MAX_OF_DEVICE || this.#total >= MAX_OF_ALL) {
      throw new AppError('unavailable', 'too many requests for stores; try again in a moment', {
        details: { retryAfterSeconds: 5 },
      })
    }
    this.#counts.set(device, own + 1)
    this.#total += 1
    return () => {
      const left = (this.#counts.get(device) ?? 1) - 1
      if (left > 0) this.#counts.set(device, left)
      else this.#counts.delete(device)
      this.#total -= 1
    }
  }
}
