import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { ORDINARY_BODY } from '../../kernel/body-limits.ts'
import { parseId } from '../../kernel/parse-id.ts'
import type { ListEntryChanges } from '../../sync/list-entry-changes.ts'
import type { KeyCall } from '../wire/endpoint.ts'
import { flag, readForm, someOf, text, texts, time, type Field } from '../wire/form.ts'
import { readFields, textFields } from '../wire/sent-fields.ts'
import { partsOf, type Part, type SyncPartDeps } from './sync-parts.ts'

export interface SyncDeps extends SyncPartDeps {
  readonly listEntryChanges: ListEntryChanges
}

/** Answers the last changes of all bookmarks, newest first. With `since`, only later ones, and the deletions. */
export async function listChanges({ listEntryChanges }: SyncDeps, { key, query }: KeyCall) {
  const sent = query.get('since') === '' ? new URLSearchParams() : query
  const { since } = readForm({ since: time }, textFields(sent), 422)
  // Apps keep whole seconds, so all changes of the second are listed.
  const second = since && `${since.slice(0, 19)}.000Z`
  const changes = await listEntryChanges(key.id, second)
  return changes.map((one) => ({ id: String(one.id), time: one.time, type: one.isDeleted ? 'delete' : 'update' }))
}

const prefix: Field<string> = { ...text(100), empty: '.' }

const FORM = {
  id: texts(100_000, 40),
  resource_prefix: prefix,
  sort: someOf(['updated', '-updated', 'created', '-created']),
  with_html: flag,
  with_json: flag,
  with_markdown: flag,
  with_resources: flag,
}

/** Sends the requested parts of bookmarks, or of all bookmarks, in one response that is made while it is sent. */
export async function sendBookmarks(deps: SyncDeps, { key, request, reply }: KeyCall) {
  const form = readForm(FORM, await readFields(request, ORDINARY_BODY), 422)
  const ids = inOrder(await chosenIds(deps, key.id, form.id), form.sort?.[0] ?? 'updated')
  const boundary = randomBytes(30).toString('hex')
  const options = {
    isJson: form.with_json ?? false,
    isHtml: form.with_html ?? false,
    isMarkdown: form.with_markdown ?? false,
    hasResources: form.with_resources ?? false,
    prefix: form.resource_prefix ?? '.',
  }
  const body = multipart(boundary, partsOf(deps, key.id, ids, options))
  return reply.type(`multipart/mixed; boundary="${boundary}"`).send(Readable.from(body, { objectMode: false }))
}

/** Number of bookmarks that are loaded to find their order. For more, all changes are listed. */
const MAX_LOADED = 100

/** @param texts requested ids; undefined for all @returns the ids of existing entries, the last changed first */
async function chosenIds(deps: SyncDeps, owner: UserId, texts: readonly string[] | undefined): Promise<EntryId[]> {
  const wanted = texts && new Set(texts.flatMap((text) => parseId<EntryId>(text) ?? []))
  if (wanted && wanted.size <= MAX_LOADED) {
    const loaded = await deps.loadEntries(owner, [...wanted], { hasContent: false })
    const entries = [...loaded.values()].map(({ entry }) => entry)
    return entries.toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1)).map(({ id }) => id)
  }
  const changes = await deps.listEntryChanges(owner, undefined)
  return changes.map(({ id }) => id).filter((id) => !wanted || wanted.has(id))
}

/** @param newest ids of entries, the last changed first */
function inOrder(newest: readonly EntryId[], sort: string): EntryId[] {
  // Ids grow in the order in which entries are saved.
  const ascending = sort.endsWith('created') ? newest.toSorted((one, other) => one - other) : newest.toReversed()
  return sort.startsWith('-') ? ascending.toReversed() : ascending
}

async function* multipart(boundary: string, parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  let start = `--${boundary}\r\n`
  for await (const { headers, body } of parts) {
    const lines = Object.entries(headers)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => `${name}: ${value}\r\n`)
    yield Buffer.concat([Buffer.from(`${start}${lines.join('')}\r\n`), body])
    start = `\r\n--${boundary}\r\n`
  }
  yield Buffer.from(`\r\n--${boundary}--\r\n`)
}
