/** Speaks one chunk. */
interface SpeechEngine {
  /** starts to speak a chunk. Calls `done` at most once per chunk, or never, depending on the engine */
  readonly speak: (index: number, done: (error?: string) => void) => void
  /** stops speaking. The engine may then report that the chunk ended or failed */
  readonly cancel: () => void
  /** @returns whether the engine is speaking or is about to */
  readonly isBusy: () => boolean
  /** @returns the longest time in milliseconds that a chunk may take */
  readonly limitOf: (index: number) => number
}

interface SpeechEvents {
  readonly changed: (state: SpeechState, index: number) => void
}

/** `ended`: all chunks were spoken. `failed`: the engine refused to speak. */
export type SpeechState = 'playing' | 'paused' | 'ended' | 'failed'

/** Milliseconds between two checks of an engine, because some never report the end of a chunk. */
const CHECK_MS = 500
/** Errors that engines report for a chunk that was cancelled. */
const CANCELLED = ['interrupted', 'canceled']

/**
 * Speaks chunks one after another. A pause cancels the chunk and speaks it again later, because the pause of some
 * engines cancels too.
 */
export class SpeechQueue {
  readonly #count: number
  readonly #engine: SpeechEngine
  readonly #events: SpeechEvents
  #index = 0
  /** number of chunks started so far. Reports about an earlier chunk are ignored. */
  #started = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #state: SpeechState = 'paused'

  constructor(count: number, engine: SpeechEngine, events: SpeechEvents) {
    this.#count = count
    this.#engine = engine
    this.#events = events
  }

  get state(): SpeechState {
    return this.#state
  }

  get index(): number {
    return this.#index
  }

  /** Speaks from a chunk on; by default from the current one. */
  play(index = this.#index): void {
    this.#stop()
    this.#index = Math.max(0, index)
    if (this.#index >= this.#count) return this.#set('ended')
    const turn = (this.#started += 1)
    const done = (error?: string) => {
      if (turn !== this.#started) return
      if (error !== undefined && !CANCELLED.includes(error)) return this.#fail()
      this.play(this.#index + 1)
    }
    this.#set('playing')
    this.#engine.speak(this.#index, done)
    this.#watch(done, this.#engine.limitOf(this.#index), 0)
  }

  pause(): void {
    this.#stop()
    this.#set('paused')
  }

  /** Moves by a number of chunks, and goes on speaking if it was speaking. */
  skip(by: number): void {
    const index = Math.min(Math.max(this.#index + by, 0), this.#count - 1)
    if (this.#state === 'playing') return this.play(index)
    this.#index = index
    this.#set('paused')
  }

  /** Continues after an engine that never reports the end: when it has become silent, or has taken too long. */
  #watch(done: () => void, limit: number, passed: number): void {
    this.#timer = setTimeout(() => {
      const isSilent = passed > 0 && !this.#engine.isBusy()
      if (isSilent || passed + CHECK_MS >= limit) done()
      else this.#watch(done, limit, passed + CHECK_MS)
    }, CHECK_MS)
  }

  #fail(): void {
    this.#stop()
    this.#set('failed')
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#started += 1
    this.#engine.cancel()
  }

  #set(state: SpeechState): void {
    this.#state = state
    this.#events.changed(state, this.#index)
  }
}
