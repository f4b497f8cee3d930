/** Kinds of heavy work. */
export type WorkKind = 'page' | 'extraction' | 'export' | 'import'

/** A share of the budget. */
export interface MemoryLease {
  /** Changes the size of the share without waiting, once the real need of the work is known. */
  resize(bytes: number): void
  /** Gives the share back; further calls do nothing. */
  release(): void
}

export interface MemoryBudgetOptions {
  /** for all concurrent work */
  readonly bytes: number
  /** Called when no work was running for `quietMs` milliseconds. */
  readonly onQuiet?: () => void
  readonly quietMs?: number
}

/** Long enough for idle threads to have ended. */
const QUIET_MS = 20_000

interface Waiting {
  readonly bytes: number
  readonly grant: () => void
}

interface Line {
  running: number
  readonly waiting: Waiting[]
}

/**
 * Limits the memory that all heavy work of this process may need at once. Work of one kind starts in the order of the
 * calls. The first of a kind always starts, whatever the other kinds hold, so that no kind waits for another: work
 * larger than the budget runs, but as the only one of its kind.
 */
export class MemoryBudget {
  readonly #options: MemoryBudgetOptions
  readonly #lines = new Map<WorkKind, Line>()
  #held = 0
  #quiet: NodeJS.Timeout | undefined

  constructor(options: MemoryBudgetOptions) {
    this.#options = options
  }

  /** bytes of all shares */
  get held(): number {
    return this.#held
  }

  /** @param bytes the maximum expected need of the work @returns its share, once the budget has room for it */
  async take(kind: WorkKind, bytes: number): Promise<MemoryLease> {
    const line = this.#lines.get(kind) ?? { running: 0, waiting: [] }
    this.#lines.set(kind, line)
    if (line.waiting.length > 0 || !this.#hasRoom(line, bytes)) {
      await new Promise<void>((grant) => line.waiting.push({ bytes, grant: () => (this.#begin(line, bytes), grant()) }))
    } else this.#begin(line, bytes)
    return this.#lease(line, bytes)
  }

  /** Runs work with a share of its own, which is released in any case. */
  async run<T>(kind: WorkKind, bytes: number, work: (lease: MemoryLease) => Promise<T>): Promise<T> {
    const lease = await this.take(kind, bytes)
    try {
      return await work(lease)
    } finally {
      lease.release()
    }
  }

  #hasRoom({ running }: Line, bytes: number): boolean {
    return running === 0 || this.#held + bytes <= this.#options.bytes
  }

  #begin(line: Line, bytes: number): void {
    clearTimeout(this.#quiet)
    line.running++
    this.#held += bytes
  }

  #lease(line: Line, bytes: number): MemoryLease {
    let own = bytes
    let isOver = false
    const resize = (to: number): void => {
      if (isOver) return
      this.#held += to - own
      own = to
      this.#admit()
    }
    const release = (): void => {
      if (isOver) return
      line.running--
      resize(0)
      isOver = true
      this.#admit()
      if (this.#held === 0) this.#awaitQuiet()
    }
    return { resize, release }
  }

  #admit(): void {
    // Work that waits for a thread goes before new pages, which would wait there too.
    for (const line of this.#inTurn())
      while (line.waiting.length > 0 && this.#hasRoom(line, line.waiting[0]!.bytes)) line.waiting.shift()!.grant()
  }

  #inTurn(): Line[] {
    const others = [...this.#lines].filter(([kind]) => kind !== 'page').map(([, line]) => line)
    const pages = this.#lines.get('page')
    return pages ? [...others, pages] : others
  }

  #awaitQuiet(): void {
    const { onQuiet, quietMs = QUIET_MS } = this.#options
    clearTimeout(this.#quiet)
    if (onQuiet) this.#quiet = setTimeout(onQuiet, quietMs).unref()
  }
}
