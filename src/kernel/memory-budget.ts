/** A kind of work that needs much memory. See `MemoryBudget`. */
export interface WorkKind {
  readonly name: string
  /**
   * If several kinds wait for the same memory, those with the highest number are granted first. Work that first waits
   * for the network should come after work that can use a thread immediately.
   */
  readonly priority: number
}

/** A reservation of memory for one piece of work. */
export interface MemoryLease {
  /** Changes the size of the reservation once the real need is known. Never waits, so the limit may be exceeded. */
  resize(bytes: number): void
  /** Ends the reservation. Further calls do nothing. */
  release(): void
}

interface MemoryBudgetOptions {
  /** maximum number of bytes that all running work together reserves */
  readonly bytes: number
  /** called when no memory has been reserved for `idleMs` milliseconds, also after the budget was created */
  readonly onIdle?: () => void
  readonly idleMs?: number
}

/** Milliseconds without a reservation until `onIdle` is called. By then, idle threads have ended. */
const IDLE_MS = 20_000

interface Waiting {
  readonly bytes: number
  readonly grant: () => void
}

interface Queue {
  readonly priority: number
  running: number
  readonly waiting: Waiting[]
}

/**
 * Limits the memory that all heavy work of this process reserves at the same time. Requests of one kind are granted in
 * their order. If no work of a kind is running, its next request is granted even above the limit, so that no kind
 * blocks another, and work that needs more than the limit can run.
 */
export class MemoryBudget {
  readonly #options: MemoryBudgetOptions
  readonly #queues = new Map<WorkKind['name'], Queue>()
  #reserved = 0
  #idleTimer: NodeJS.Timeout | undefined

  constructor(options: MemoryBudgetOptions) {
    this.#options = options
    this.#awaitIdle()
  }

  /** maximum number of bytes that all running work together reserves */
  get limitBytes(): number {
    return this.#options.bytes
  }

  /** number of bytes that are reserved at present */
  get reservedBytes(): number {
    return this.#reserved
  }

  /**
   * Waits until enough memory is free, and reserves it.
   * @param bytes upper estimate of the memory that the work needs
   */
  async take(kind: WorkKind, bytes: number): Promise<MemoryLease> {
    const queue = this.#queues.get(kind.name) ?? { priority: kind.priority, running: 0, waiting: [] }
    this.#queues.set(kind.name, queue)
    if (queue.waiting.length > 0 || !this.#hasRoom(queue, bytes)) {
      await new Promise<void>((grant) =>
        queue.waiting.push({ bytes, grant: () => (this.#begin(queue, bytes), grant()) }),
      )
    } else this.#begin(queue, bytes)
    return this.#lease(queue, bytes)
  }

  /**
   * Starts a reservation of 0 bytes, which grows with `resize` while data arrives. It never waits and does not count as
   * running work, so the caller must limit its size.
   */
  hold(): MemoryLease {
    clearTimeout(this.#idleTimer)
    return this.#lease({ priority: 0, running: 1, waiting: [] }, 0)
  }

  /** Runs work with reserved memory. The reservation ends when the work ends or fails. */
  async run<T>(kind: WorkKind, bytes: number, work: (lease: MemoryLease) => Promise<T>): Promise<T> {
    const lease = await this.take(kind, bytes)
    try {
      return await work(lease)
    } finally {
      lease.release()
    }
  }

  #hasRoom({ running }: Queue, bytes: number): boolean {
    return running === 0 || this.#reserved + bytes <= this.#options.bytes
  }

  #begin(queue: Queue, bytes: number): void {
    clearTimeout(this.#idleTimer)
    queue.running++
    this.#reserved += bytes
  }

  #lease(queue: Queue, bytes: number): MemoryLease {
    let own = bytes
    let isOver = false
    const resize = (to: number): void => {
      if (isOver) return
      this.#reserved += to - own
      own = to
      this.#admit()
    }
    const release = (): void => {
      if (isOver) return
      queue.running--
      resize(0)
      isOver = true
      this.#admit()
      if (this.#reserved === 0) this.#awaitIdle()
    }
    return { resize, release }
  }

  #admit(): void {
    const queues = [...this.#queues.values()].toSorted((one, other) => other.priority - one.priority)
    for (const queue of queues)
      while (queue.waiting.length > 0 && this.#hasRoom(queue, queue.waiting[0]!.bytes)) queue.waiting.shift()!.grant()
  }

  #awaitIdle(): void {
    const { onIdle, idleMs = IDLE_MS } = this.#options
    clearTimeout(this.#idleTimer)
    if (onIdle) this.#idleTimer = setTimeout(onIdle, idleMs).unref()
  }
}
