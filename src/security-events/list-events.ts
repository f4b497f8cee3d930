import type { Db } from '../db/schema.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { knownOwnerKind, REFUSAL_KINDS, type OwnerEventKind } from './event-kinds.ts'
import { eventAuthor } from './security-event.ts'

/** A security event as the owner of the account sees it. */
export interface ListedEvent {
  readonly kind: OwnerEventKind
  readonly by: 'owner' | 'administrator' | 'operator'
  /** name of the API client; null if no client was involved or the client was deleted */
  readonly client: string | null
  readonly address: string
  readonly userAgent: string
  readonly times: number
  /** time of the latest occurrence, as ISO text in UTC */
  readonly at: string
}

interface EventPage {
  readonly events: readonly ListedEvent[]
  readonly total: number
}

export const EVENTS_PER_PAGE = 30

/**
 * @param page number of the page, from 1
 * @returns one page of the owner's events, newest first
 */
export async function listEvents(db: Db, owner: UserId, page: number): Promise<EventPage> {
  const { total } = await db
    .selectFrom('security_event')
    .select((select) => select.fn.countAll<number | string>().as('total'))
    .where('user_id', '=', owner)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('security_event as event')
    .leftJoin('oauth_client', 'oauth_client.id', 'event.client_id')
    .select([
      'event.kind',
      'event.actor_id',
      'event.address',
      'event.user_agent',
      'event.times',
      'event.last_at',
      'oauth_client.name as client',
    ])
    .where('event.user_id', '=', owner)
    .orderBy('event.last_at', 'desc')
    .orderBy('event.id', 'desc')
    .limit(EVENTS_PER_PAGE)
    .offset((page - 1) * EVENTS_PER_PAGE)
    .execute()
  return { total: Number(total), events: rows.flatMap((row) => toListed(row)) }
}

interface Row {
  readonly kind: string
  readonly actor_id: number | null
  readonly address: string
  readonly user_agent: string
  readonly times: number
  readonly last_at: string
  readonly client: string | null
}

/** @returns a list with the event; empty if this version does not know its kind */
function toListed(row: Row): ListedEvent[] {
  const kind = knownOwnerKind(row.kind)
  if (kind === undefined) return []
  const { address, client, last_at: at, user_agent: userAgent } = row
  const by = eventAuthor(row.actor_id)
  return [{ kind, by, client, address, userAgent, times: Number(row.times), at }]
}

/** Number of refused attempts of one kind, and number of the accounts that they concerned. */
export interface RefusalCount {
  readonly kind: OwnerEventKind
  readonly times: number
  readonly accounts: number
}

/**
 * @param since ISO text in UTC
 * @returns the number of refused attempts of each kind since then
 */
export async function countRefusals(db: Db, since: string): Promise<RefusalCount[]> {
  const rows = await db
    .selectFrom('security_event')
    .select((select) => [
      'kind',
      select.fn.sum<number | string>('times').as('times'),
      select.fn.count<number | string>('user_id').distinct().as('accounts'),
    ])
    .where('last_at', '>=', since)
    .where('kind', 'in', REFUSAL_KINDS)
    .groupBy('kind')
    .execute()
  const counts = new Map(rows.map((row) => [row.kind, row]))
  return REFUSAL_KINDS.map((kind) => {
    const row = counts.get(kind)
    return { kind, times: Number(row?.times ?? 0), accounts: Number(row?.accounts ?? 0) }
  })
}
