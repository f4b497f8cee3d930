import { BULK_FLAG } from './concurrency-flags.ts'
import type { RunnerLimits } from './runner-options.ts'

/** Number of slots that bulk work leaves free for jobs for which a user waits. */
const RESERVED_SLOTS = 2

/** Counts the running jobs of this process by flag, so that one user or lane cannot occupy all slots. */
export class RunningJobCounts {
  readonly #limits: RunnerLimits
  readonly #counts: Map<string, number>

  constructor(limits: RunnerLimits, counts: ReadonlyMap<string, number> = new Map()) {
    this.#limits = limits
    this.#counts = new Map(counts)
  }

  /** @param lanes running jobs by lane that replace the counts of this process, because other processes run some too */
  copy(lanes?: ReadonlyMap<string, number>): RunningJobCounts {
    if (!lanes) return new RunningJobCounts(this.#limits, this.#counts)
    const others = [...this.#counts].filter(([flag]) => !flag.startsWith('lane:'))
    const shared = [...lanes].map(([lane, running]) => [`lane:${lane}`, running] as const)
    return new RunningJobCounts(this.#limits, new Map([...others, ...shared]))
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

  /** @returns true if a job with these flags may start */
  allows(flags: readonly string[]): boolean {
    return flags.every((flag) => (this.#counts.get(flag) ?? 0) < this.#limitOf(flag))
  }

  /** @returns the flags that have reached their limit, so that no further job with such a flag may start */
  saturated(): string[] {
    return [...this.#counts].filter(([flag, count]) => count >= this.#limitOf(flag)).map(([flag]) => flag)
  }

  #limitOf(flag: string): number {
    const { slots, perUser } = this.#limits
    if (flag === BULK_FLAG) return Math.max(1, slots - RESERVED_SLOTS)
    if (flag.startsWith('bulk:')) return Math.max(1, perUser - 1)
    if (flag.startsWith('user:')) return perUser
    if (flag.startsWith('lane:')) return this.#limits.perLane(flag.slice('lane:'.length))
    return 1
  }
}
