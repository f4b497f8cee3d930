import type { EntryRow } from './entry-rows.ts'

/** The expected state of one saved address, as far as responses determine it. */
interface Fate {
  /** number of save requests for the address */
  asked: number
  /** ids in the responses of the server */
  readonly ids: Set<number>
  /** the last title that the server confirmed */
  title?: string
  /** the last title that a client requested, confirmed or not */
  possibleTitle?: string
  deletion: 'none' | 'possible' | 'acknowledged'
}

/** Records the requests of the clients and the responses of the server, and finally compares them with the database. */
export class Oracle {
  readonly #fates = new Map<string, Fate>()
  readonly #addressOfId = new Map<number, string>()
  readonly problems: string[] = []
  acknowledged = 0

  asks(url: string): void {
    const fate = this.#fates.get(url) ?? { ids: new Set(), deletion: 'none', asked: 0 }
    fate.asked++
    this.#fates.set(url, fate)
  }

  /** @returns the number of save requests for an address */
  asked(url: string): number {
    return this.#fates.get(url)?.asked ?? 0
  }

  saved(url: string, id: number): void {
    this.acknowledged++
    this.#fateOf(url).ids.add(id)
    this.#claim(id, url)
  }

  asksTitle(url: string, title: string): void {
    this.#fateOf(url).possibleTitle = title
  }

  titled(url: string, title: string): void {
    this.acknowledged++
    this.#fateOf(url).title = title
  }

  asksDeletion(url: string): void {
    this.#fateOf(url).deletion = 'possible'
  }

  deleted(url: string): void {
    this.acknowledged++
    this.#fateOf(url).deletion = 'acknowledged'
  }

  /** @returns a description of each difference between the database and the responses of the server */
  compare(rows: readonly EntryRow[]): readonly string[] {
    const byAddress = Map.groupBy(rows, (row) => row.url)
    for (const row of rows) this.#claim(row.id, row.url)
    for (const [url, found] of byAddress) {
      if (!this.#fates.has(url)) this.problems.push(`ghost: nobody asked for ${url}`)
      if (found.length > 1) this.problems.push(`${url} is there ${found.length} times`)
    }
    for (const [url, fate] of this.#fates) this.#judge(url, fate, byAddress.get(url)?.[0])
    return this.problems
  }

  #judge(url: string, fate: Fate, row: EntryRow | undefined): void {
    const { ids, deletion } = fate
    if (ids.size > 1) this.problems.push(`${url} was acknowledged with several ids: ${[...ids].join(', ')}`)
    if (deletion === 'acknowledged' && row) this.problems.push(`${url} was deleted and is there`)
    if (deletion === 'none' && ids.size > 0 && !row) this.problems.push(`${url} was saved and is lost`)
    if (row) this.#judgeTitle(url, fate, row.title)
  }

  #judgeTitle(url: string, { title, possibleTitle }: Fate, found: string): void {
    if (title !== undefined && found !== title) this.problems.push(`${url} was named ${title} and is ${found}`)
    const isForeign = found.startsWith('Named') && found !== possibleTitle
    if (isForeign) this.problems.push(`${url} has a title that nobody gave it: ${found}`)
  }

  /** Records that an id belongs to an address. An id is never reused, even after its entry was deleted. */
  #claim(id: number, url: string): void {
    const before = this.#addressOfId.get(id)
    if (before !== undefined && before !== url) this.problems.push(`the id ${id} was ${before} and is ${url} now`)
    this.#addressOfId.set(id, url)
  }

  #fateOf(url: string): Fate {
    const fate = this.#fates.get(url)
    if (!fate) throw new Error(`nobody asked for ${url}`)
    return fate
  }
}
