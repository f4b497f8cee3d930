import assert from 'node:assert/strict'
import type { InjectOptions } from 'fastify'
import { changeMany } from '../../src/entries/changing/change-many.ts'
import { renameTag } from '../../src/entries/undoable-actions/change-tag.ts'
import { restoreEntries } from '../../src/entries/trash/restore-entries.ts'
import { restoreFromTrash } from '../../src/entries/trash/restore-from-trash.ts'
import { trashEntries } from '../../src/entries/trash/trash-entries.ts'
import { listTrash, type TrashedEntry } from '../../src/entries/trash/trash.repository.ts'
import type { EntryId, TagId } from '../../src/kernel/branded-ids.ts'
import { AppError } from '../../src/kernel/errors.ts'
import type { TestApp, WireEntry } from '../support/app.ts'
import {
  idInTrashKey,
  trashKey,
  type Answer,
  type Fields,
  type Library,
  type ModelEntry,
  type Operation,
  type TrashedModel,
} from './library-model.ts'

/** Runs an operation as alice. @throws AssertionError for a response that is neither a success nor 404 */
export async function perform(app: TestApp, operation: Operation): Promise<Answer> {
  const { kind } = operation
  if (kind === 'rename-tag' || kind === 'remove-tags' || kind === 'trash' || kind === 'restore') {
    return performInside(app, operation)
  }
  const answer = await app.ask(app.alice, requestFor(operation))
  if (answer.statusCode === 404) return { isFound: false }
  assert.equal(answer.statusCode, 200, `${kind}: ${answer.body}`)
  const hasId = kind === 'save' || kind === 'annotate'
  return { isFound: true, ...(hasId && { id: answer.json<{ id: number }>().id }) }
}

type Inside = Extract<Operation, { kind: 'rename-tag' | 'remove-tags' | 'trash' | 'restore' }>

/** Performs an operation that only the web pages offer, by calling the same function as they do. */
async function performInside({ services, alice }: TestApp, operation: Inside): Promise<Answer> {
  const deps = { ...services, jobs: services.jobs.queue }
  if (operation.kind === 'trash') {
    const deleted = await trashEntries(services, alice.id, [operation.id as EntryId], operation.batch)
    return { isFound: deleted.length > 0 }
  }
  if (operation.kind === 'restore') {
    const id = idInTrashKey(operation.batch)
    if (id === undefined) await restoreEntries(deps, alice.id, { batch: operation.batch, requestId: 'test' })
    else await restoreFromTrash(deps, alice.id, { ids: [id as EntryId], requestId: 'test' })
    return { isFound: true }
  }
  if (operation.kind === 'remove-tags') {
    const { id, labels } = operation
    const action = { kind: 'untag', labels } as const
    await changeMany(deps, alice.id, [id as EntryId], { action, requestId: 'parallel' })
    return { isFound: true }
  }
  try {
    await renameTag(services, alice.id, operation.tagId as TagId, operation.label)
    return { isFound: true }
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return { isFound: false }
    throw error
  }
}

function requestFor(operation: Exclude<Operation, Inside>): InjectOptions {
  switch (operation.kind) {
    case 'patch':
      return { method: 'PATCH', url: `/api/entries/${operation.id}`, payload: wireFields(operation.fields) }
    case 'save':
      return { method: 'POST', url: '/api/entries', payload: { url: operation.url, ...wireFields(operation.fields) } }
    case 'add-tags':
      return {
        method: 'POST',
        url: `/api/entries/${operation.id}/tags`,
        payload: { tags: operation.labels.join(',') },
      }
    case 'drop-tag':
      return { method: 'DELETE', url: `/api/tag/label?tag=${operation.label}` }
    case 'annotate': {
      const ranges = [{ start: '/p[1]', startOffset: '0', end: '/p[1]', endOffset: '3' }]
      const payload = { text: operation.text, quote: 'con', ranges }
      return { method: 'POST', url: `/api/annotations/${operation.id}`, payload }
    }
    case 'delete-annotation':
      return { method: 'DELETE', url: `/api/annotations/${operation.annotationId}` }
    case 'delete':
      return { method: 'DELETE', url: `/api/entries/${operation.id}` }
  }
}

function wireFields({ title, content, isArchived, isStarred, tags }: Fields): Record<string, unknown> {
  return {
    ...(title !== undefined && { title }),
    ...(content !== undefined && { content }),
    ...(isArchived !== undefined && { archive: isArchived ? 1 : 0 }),
    ...(isStarred !== undefined && { starred: isStarred ? 1 : 0 }),
    ...(tags !== undefined && { tags: tags.join(',') }),
  }
}

/** @returns alice's library as stored in the database */
export async function readLibrary(app: TestApp): Promise<Library> {
  const list = await app.ask(app.alice, { url: '/api/entries?perPage=100' })
  const { items } = list.json<{ _embedded: { items: WireEntry[] } }>()._embedded
  const [tagRows, addressRows, batches, contents] = await app.database.read((db) =>
    Promise.all([
      db.selectFrom('tag').select(['id', 'label']).where('user_id', '=', app.alice.id).execute(),
      db
        .selectFrom('entry_address')
        .innerJoin('entry', 'entry.id', 'entry_address.entry_id')
        .select(['entry_id', 'hash', 'given_url'])
        .where('entry_address.user_id', '=', app.alice.id)
        .execute(),
      db.selectFrom('trashed_entry').select('batch').where('user_id', '=', app.alice.id).execute(),
      db.selectFrom('trashed_content').select(['batch', 'content']).where('user_id', '=', app.alice.id).execute(),
    ]),
  )
  const trash = await app.database.read((db) =>
    Promise.all(batches.map(({ batch }) => listTrash(db, app.alice.id, { batch, limit: 1 }))),
  )
  const articles = new Map(contents.map(({ batch, content }) => [batch, content]))
  return {
    entries: Object.fromEntries(items.map((item) => [item.id, modelEntry(item)])),
    addresses: Object.fromEntries(addressRows.map((row) => [row.given_url, Number(row.entry_id)])),
    tags: Object.fromEntries(tagRows.map(({ id, label }) => [label, Number(id)])),
    trash: Object.fromEntries(
      trash.flat().map((one, index) => {
        const { batch } = batches[index]!
        const key = batch.startsWith('batch-') ? batch : trashKey(Number(one.entry.id))
        return [key, trashed(one, articles.get(batch))]
      }),
    ),
  }
}

function modelEntry(item: WireEntry): ModelEntry {
  const tags = (item['tags'] as { label: string }[]).map(({ label }) => label).toSorted()
  const annotations = (item['annotations'] ?? []) as { id: number; text: string }[]
  return {
    url: item['url'] as string,
    title: item['title'] as string,
    content: item['content'] as string,
    isArchived: item['is_archived'] === 1,
    isStarred: item['is_starred'] === 1,
    tags,
    annotations: Object.fromEntries(annotations.map(({ id, text }) => [id, text])),
  }
}

function trashed({ entry, tags, annotations }: TrashedEntry, content: Uint8Array | undefined): TrashedModel {
  const html = content ? (JSON.parse(Buffer.from(content).toString()) as string) : ''
  return {
    id: Number(entry.id),
    entry: {
      url: entry.url,
      title: entry.title!,
      content: html,
      isArchived: entry.is_archived === 1,
      isStarred: entry.is_starred === 1,
      tags: tags.toSorted(),
      annotations: Object.fromEntries(annotations.map((one) => [one.id, one.text])),
    },
  }
}
