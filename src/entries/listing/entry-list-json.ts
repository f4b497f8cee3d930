import { Readable } from 'node:stream'
import { commaSeparated, type JsonBody, type JsonChunks } from '../../http/json-body.ts'
import { slices } from '../../kernel/slices.ts'

/**
 * Maximum number of entries in a list that is built in memory. Longer lists are streamed, because one entry may have
 * several megabytes.
 */
const MAX_IN_MEMORY = 100
/** Number of entries of a streamed list that are in memory at the same time. */
const BATCH_SIZE = 5

/** A JSON text that contains a list of entries. */
interface EntryList<Item> {
  /** the text up to the first entry */
  readonly head: string
  /** the text after the last entry */
  readonly end: string
  readonly hasContent: boolean
  readonly items: readonly Item[]
  /** @returns the JSON of the entries, in the order of the items */
  readonly present: (items: readonly Item[]) => Promise<readonly JsonChunks[]>
}

/** @returns the list as JSON in UTF-8; as a stream if the list is long and contains content */
export async function entryListJson<Item>(list: EntryList<Item>): Promise<JsonBody> {
  const isLong = list.hasContent && list.items.length > MAX_IN_MEMORY
  if (isLong) return Readable.from(listChunks(list), { objectMode: false })
  return [Buffer.from(list.head), ...commaSeparated(await list.present(list.items)), Buffer.from(list.end)]
}

/**
 * Yields the list as JSON. Each batch of entries is loaded only when the response stream asks for it. Other requests
 * get a turn between two batches, so that a client with a fast connection cannot block them.
 */
async function* listChunks<Item>({ head, end, items, present }: EntryList<Item>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(head)
  let isFirst = true
  for await (const batch of slices(items, BATCH_SIZE)) {
    const presented = await present(batch)
    if (!isFirst && presented.length > 0) yield Buffer.from(',')
    isFirst &&= presented.length === 0
    yield* commaSeparated(presented)
  }
  yield Buffer.from(end)
}
