type Kind = 'read' | 'write'

interface Failure {
  readonly kind: Kind
  /** time of the response, on the clock of `performance.now()` */
  readonly at: number
  readonly reason: string
}

/** An entry as the responses of the server determine it. */
export interface KnownEntry {
  readonly url: string
  readonly title: string
  readonly id: number
}

/** Records what the server has acknowledged, refused and shown to the users. */
export class Journal {
  readonly #failures: Failure[] = []
  readonly #counts = { read: 0, write: 0 }
  readonly #streams = new Map<number, number>()
  /** the acknowledged entries by address */
  readonly entries = new Map<string, KnownEntry>()
  /** addresses of all saves, acknowledged or not */
  readonly asked = new Set<string>()
  /** what must never happen: lost data, an older state than before, the end of a session, an unexpected error */
  readonly problems: string[] = []

  succeeded(kind: Kind): void {
    this.#counts[kind] += 1
  }

  failed(kind: Kind, reason: string): void {
    this.#failures.push({ kind, reason, at: performance.now() })
  }

  acknowledged(entry: KnownEntry): void {
    const known = this.entries.get(entry.url)
    if (known && known.id !== entry.id) this.problem(`${entry.url} was saved as ${known.id} and as ${entry.id}`)
    this.entries.set(entry.url, entry)
  }

  problem(text: string): void {
    this.problems.push(text)
  }

  streamOpened(user: number): void {
    this.#streams.set(user, performance.now())
  }

  streamClosed(user: number): void {
    this.#streams.delete(user)
  }

  get openStreams(): number {
    return this.#streams.size
  }

  get counts(): { readonly read: number; readonly write: number; readonly failed: number } {
    return { ...this.#counts, failed: this.#failures.length }
  }

  /** @returns the number of failures in a span of time, and the seconds from its start to the last one */
  failuresBetween(kind: Kind, from: number, until: number): { readonly count: number; readonly seconds: number } {
    const found = this.#failures.filter((one) => one.kind === kind && one.at >= from && one.at < until)
    return { count: found.length, seconds: Math.max(0, ...found.map(({ at }) => (at - from) / 1000)) }
  }

  /** @returns the reasons of failures with their numbers */
  reasons(): readonly string[] {
    const groups = Map.groupBy(this.#failures, ({ kind, reason }) => `${kind}: ${reason}`)
    return [...groups].map(([reason, { length }]) => `${length} × ${reason}`)
  }
}
