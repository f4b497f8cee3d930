import { isLocalId } from '../../../src/web/sync/local-id.ts'
import type { Operation, OutboxRecord } from '../operation.ts'
import { readMeta, type Store } from '../open-store.ts'
import { forgetLibrary, ownStore } from '../store-of-user.ts'

/**
 * `empty`: no operation was waiting. `offline`: the server did not answer or applied nothing, so the remaining
 * operations stay in the outbox.
 */
export type FlushOutcome = 'empty' | 'sent' | 'offline' | 'signed-out'

/** Maximum number of operations in one request (docs/sync.md). Further operations follow in the next request. */
const MAX_OPERATIONS = 100
/** Maximum length in characters of the URL-encoded operations in one request. A longer operation is sent alone. */
const MAX_ENCODED_LENGTH = 500_000

interface Result {
  readonly op: string
  readonly result: 'applied' | 'merged' | 'rejected'
  readonly id?: number
  readonly reason?: string
  readonly lost?: readonly string[]
}

let running: Promise<FlushOutcome> | undefined

/**
 * Sends the waiting operations in their order. If a response is lost, they are sent again; the server recognizes
 * repeated operations. Concurrent calls share one run.
 */
export function flushOutbox(): Promise<FlushOutcome> {
  running ??= flushAll().finally(() => {
    running = undefined
  })
  return running
}

async function flushAll(): Promise<FlushOutcome> {
  const store = await ownStore()
  if (!store) return 'empty'
  let [outcome, maxCount]: [FlushOutcome, number] = ['empty', MAX_OPERATIONS]
  for (;;) {
    const all = await store.getAll('outbox')
    const waiting = all.filter(({ state }) => state === 'waiting').slice(0, maxCount)
    if (waiting.length === 0) return outcome
    const sent = await send(store, waiting, idsOf(all))
    if (sent === 'offline' || sent === 'signed-out') return sent
    if (sent === 'refused' && waiting.length > 1) {
      // At least one operation is invalid. From now on, each operation is sent alone, so that the server rejects only
      // the invalid ones.
      maxCount = 1
      continue
    }
    await keepResults(store, waiting, sent === 'refused' ? refusalOf(waiting) : sent)
    forgetLibrary()
    outcome = 'sent'
    if (sent !== 'refused' && sent.results.length === 0) return 'offline'
  }
}

interface Answer {
  readonly results: readonly Result[]
  readonly revision: number
}

const refusalOf = (waiting: readonly OutboxRecord[]): Answer => ({
  results: waiting.map(({ op }) => ({ op, result: 'rejected', reason: 'refused' })),
  revision: 0,
})

/** Status codes after which a retry would fail again. */
const FINAL = [400, 413, 422]

async function send(
  store: Store,
  waiting: readonly OutboxRecord[],
  ids: ReadonlyMap<number, number | string>,
): Promise<Answer | 'offline' | 'signed-out' | 'refused'> {
  const [account, client] = [await readMeta(store, 'account'), await clientOf(store)]
  const body = new URLSearchParams({ token: account?.csrfToken ?? '', client, ops: opsOf(waiting, ids) })
  const response = await fetch('/sync', { method: 'POST', body }).catch(() => undefined)
  if (!response) return 'offline'
  if (response.redirected || response.status === 403) return 'signed-out'
  if (FINAL.includes(response.status)) return 'refused'
  return response.ok ? ((await response.json()) as Answer) : 'offline'
}

/** @returns JSON with as many operations as fit into one request, and at least one */
function opsOf(waiting: readonly OutboxRecord[], ids: ReadonlyMap<number, number | string>): string {
  const ops: string[] = []
  let length = 0
  for (const { op, at, operation } of waiting) {
    const text = JSON.stringify({ op, at, ...withServerIds(operation, ids) })
    length += encodeURIComponent(text).length
    if (ops.length > 0 && length > MAX_ENCODED_LENGTH) break
    ops.push(text)
  }
  return `[${ops.join(',')}]`
}

/**
 * @returns the server's ids of the objects that were created in this browser, by local id. An object that the server
 *   has not created yet has a temporary id.
 */
function idsOf(all: readonly OutboxRecord[]): ReadonlyMap<number, number | string> {
  return new Map(
    all.flatMap(({ localId, realId, operation }) =>
      localId === undefined || !('tmp' in operation) ? [] : [[localId, realId ?? operation.tmp] as const],
    ),
  )
}

/** @returns the operation with all local ids replaced by the given ids */
export function withServerIds(operation: Operation, ids: ReadonlyMap<number, number | string>): object {
  const known = (id: number) => (isLocalId(id) ? (ids.get(id) ?? id) : id)
  return {
    ...operation,
    ...('id' in operation && { id: known(operation.id) }),
    ...('entry' in operation && { entry: known(operation.entry) }),
    ...('after' in operation && { after: operation.after === null ? null : known(operation.after) }),
    ...('add_entries' in operation && { add_entries: operation.add_entries?.map(known) }),
    ...('remove_entries' in operation && { remove_entries: operation.remove_entries?.map(known) }),
  }
}

async function clientOf(store: Store): Promise<string> {
  const known = await readMeta(store, 'client')
  if (known !== undefined) return known
  const made = crypto.randomUUID()
  await store.put('meta', made, 'client')
  return made
}

async function keepResults(
  store: Store,
  waiting: readonly OutboxRecord[],
  { results, revision }: Answer,
): Promise<void> {
  const byOp = new Map(results.map((one) => [one.op, one]))
  const transaction = store.transaction('outbox', 'readwrite')
  for (const { seq, op } of waiting) {
    const result = byOp.get(op)
    // The record may have been replaced or deleted during the request, so it is read again.
    const record = await transaction.store.get(seq)
    if (!result || !record) continue
    const { id, reason, lost } = result
    await transaction.store.put({
      ...record,
      state: result.result === 'rejected' ? 'rejected' : 'sent',
      revision,
      ...(id !== undefined && { realId: id }),
      ...(reason !== undefined && { reason }),
      ...(lost !== undefined && lost.length > 0 && { lost }),
    })
  }
  await transaction.done
}
