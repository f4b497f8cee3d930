/** Kinds of heavy work. */
export type WorkKind = 'page' | 'extraction' | 'export' | 'import'

/** A share of the budget. */
export interface MemoryLease {
  /** Changes the share without waiting, once it is known what the work really needs. */
  resize(bytes: number): void
  /** Gives the share back; further calls do nothing. */
  release(): void
}

export interface MemoryBudgetOptions {
  /** for all work at once */
  readonly bytes: number
  /** Called when there was no work for `quietMs` milliseconds after some. */
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
 * Says how much memory all heavy work of this process may need at once. Work of one kind begins in the order in which it
 * asked. The first of a kind begins whatever the others hold, so that no kind waits for another one to end: work that
 * is larger than the budget runs, but alone among its kind.
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

  /** @param bytes that the work is expected to need at most @returns its share, once there is room for it */
  async take(kind: WorkKind, bytes: number): Promise<MemoryLease> {
    const line = this.#lines.get(kind) ?? { running: 0, waiting: [] }
    this.#lines.set(kind, line)
    if (line.waiting.length > 0 || !this.#hasRoom(line, bytes)) {
      await new Promise<void>((grant) => line.waiting.push({ bytes, grant: () => (this.#begin(line, bytes), grant()) }))
    } else this.#begin(line, bytes)
    return this.#lease(line, bytes)
  }

  /** Runs work with a share of its own, which is given back whatever happens. */
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
    // What waits for a thread comes before new pages, which would wait there too.
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
