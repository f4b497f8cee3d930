import { LRUCache } from 'lru-cache'
import type { Ask } from './changed-entries.ts'

/** What is known of a user's entries up to one of them: no entry's time is ever changed. */
interface KnownOrder {
  readonly id: number
  readonly createdAt: string
  readonly isInOrder: boolean
}

interface Looked {
  readonly id: number | null
  readonly created_at: string | null
  readonly is_in_order: boolean
}

/** Users remembered. */
const REMEMBERED = 1000
/** Remembers for users whether their entries were saved in the order of their times, which imported ones are not. */
export class SavedOrders {
  readonly #ask: Ask
  readonly #known = new LRUCache<number, KnownOrder>({ max: REMEMBERED })

  constructor(ask: Ask) {
    this.#ask = ask
  }

  /**
   * @param lastId of the owner's entries, 0 where there are none
   * @returns whether the newer entry of any two is the one that was created later. All entries are looked at the first
   * time, then those that came since
   */
  async isInOrder(owner: number, lastId: number): Promise<boolean> {
    let known = this.#known.get(owner) ?? (await this.#lookThrough(owner))
    while (known.isInOrder && known.id < lastId) {
      const [row] = await this.#ask<Looked>(NEWER, [owner, known.id, known.createdAt])
      if (!row || row.id === null) break
      known = this.#remember(owner, known, row)
    }
    return known.isInOrder
  }

  async #lookThrough(owner: number): Promise<KnownOrder> {
    const [row] = await this.#ask<Looked>(ALL, [owner])
    return this.#remember(owner, { id: 0, createdAt: '', isInOrder: true }, row!)
  }

  #remember(
    owner: number,
    before: KnownOrder,
    { id, created_at: createdAt, is_in_order: isInOrder }: Looked,
  ): KnownOrder {
    const known = { id: id ?? before.id, createdAt: createdAt ?? before.createdAt, isInOrder }
    this.#known.set(owner, known)
    return known
  }
}

/** The entries of `$1` from the index by time alone: in order when their ids ascend as well. */
const ALL = `
  select max(id) as id, max(created_at) as created_at, coalesce(bool_and(before < id), true) as is_in_order
  from (select id, created_at, lag(id, 1, 0::bigint) over (order by created_at, id) as before
    from entry where user_id = $1) as compared`

/**
 * The first entries of `$1` after the id `$2`, whose time is `$3`. The address is not in the index by time, from which
 * PostgreSQL would otherwise read all entries of the owner to find the few.
 */
const NEWER = `
  select max(id) as id, max(created_at) as created_at, bool_and(created_at >= before) as is_in_order
  from (select id, created_at, lag(created_at, 1, $3) over (order by id) as before
    from (select id, created_at from entry where user_id = $1 and id > $2 and length(url) >= 0 order by id limit 1000)
      as newer) as compared`
