import type { RunnerLimits } from './runner-options.ts'

/** Counts the running jobs of this process by flag, so that one user or lane cannot occupy all slots. */
export class RunningJobCounts {
  readonly #limits: RunnerLimits
  readonly #counts = new Map<string, number>()

  constructor(limits: RunnerLimits) {
    this.#limits = limits
  }

  add(flags: readonly string[]): void {
    for (const flag of flags) this.#counts.set(flag, (this.#counts.get(flag) ?? 0) + 1)
  }

  remove(flags: readonly string[]): void {
    for (const flag of flags) {
      const left = (this.#counts.get(flag) ?? 0) - 1
      if (left > 0) this.#counts.set(flag, left)
      else this.#counts.delete(flag)
    }
  }

  /** @returns the flags that have reached their limit, so that no further job with such a flag may start */
  saturated(): string[] {
    return [...this.#counts].filter(([flag, count]) => count >= this.#limitOf(flag)).map(([flag]) => flag)
  }

  #limitOf(flag: string): number {
    if (flag.startsWith('user:')) return this.#limits.perUser
    if (flag.startsWith('lane:')) return this.#limits.perLane(flag.slice('lane:'.length))
    return 1
  }
}
