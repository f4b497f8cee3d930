import { Readable } from 'node:stream'
import type { EntryVersion } from '../../entries/listing/list-entries.ts'
import { slices } from '../../kernel/slices.ts'
import type { JsonBody, JsonChunks } from '../wire/json-body.ts'

interface Paging {
  readonly page: number
  readonly perPage: number
  readonly pages: number
  readonly total: number
}

const COMMA = Buffer.from(',')
const END = Buffer.from(']}}')

/**
 * Maximum number of entries in a list that is built in memory. Longer lists are streamed, because one entry may have
 * several megabytes.
 */
const MAX_IN_MEMORY = 100
/** Number of entries of a streamed list that are in memory at the same time. */
const BATCH_SIZE = 5

export interface ListItems {
  /** versions of the entries on this page */
  readonly versions: readonly EntryVersion[]
  readonly hasContent: boolean
  /** @returns the JSON of the entries, in the order of the versions */
  readonly present: (versions: readonly EntryVersion[]) => Promise<readonly JsonChunks[]>
}

/**
 * @param addressOf returns the address of a page of the list, for the links between pages
 * @returns the list as JSON in UTF-8; as a stream if the list is long and contains content
 */
export async function presentList(
  addressOf: (page: number) => string,
  paging: Paging,
  items: ListItems,
): Promise<JsonBody> {
  const head = presentHead(addressOf, paging)
  const isLong = items.hasContent && items.versions.length > MAX_IN_MEMORY
  if (isLong) return Readable.from(listChunks(head, items), { objectMode: false })
  return [head, ...separated(await items.present(items.versions)), END]
}

/**
 * Yields the list as JSON. Each batch of entries is loaded only when the response stream asks for it. Other requests
 * get a turn between two batches, so that a client with a fast connection cannot block them.
 */
async function* listChunks(head: Buffer, { versions, present }: ListItems): AsyncGenerator<Uint8Array> {
  yield head
  let isFirst = true
  for await (const batch of slices(versions, BATCH_SIZE)) {
    const items = await present(batch)
    if (!isFirst && items.length > 0) yield COMMA
    isFirst &&= items.length === 0
    yield* separated(items)
  }
  yield END
}

const separated = (items: readonly JsonChunks[]): Uint8Array[] =>
  items.flatMap((item, index) => (index === 0 ? item : [COMMA, ...item]))

function presentHead(addressOf: (page: number) => string, { page, perPage, pages, total }: Paging): Buffer {
  const link = (target: number) => ({ href: addressOf(target) })
  const head = JSON.stringify({
    page,
    limit: perPage,
    pages,
    total,
    _links: {
      self: link(page),
      first: link(1),
      last: link(pages),
      ...(page < pages && { next: link(page + 1) }),
      ...(page > 1 && { previous: link(page - 1) }),
    },
  })
  return Buffer.from(`${head.slice(0, -1)},"_embedded":{"items":[`)
}
