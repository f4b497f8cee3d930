import { Readable } from 'node:stream'
import { exportEntry, exportList, type ExportEntryDeps } from '../exports/export-entries.ts'
import { exportHeaders } from '../exports/export-format.ts'
import { listForExport, type ListForExportDeps } from '../exports/list-for-export.ts'
import { nameOfEntryFile, nameOfListFile } from '../exports/name-export.ts'
import { collectionById } from '../collections/collection-by-id.ts'
import type { EntryId } from '../kernel/branded-ids.ts'
import { requireId } from '../kernel/parse-id.ts'
import type { KeyRequest } from '../keys/deferred-interface.ts'
import { callerOf } from '../security-events/caller.ts'
import type { SecurityEventsUser } from '../security-events/security-events.ts'

export type SendBooksDeps = ExportEntryDeps & ListForExportDeps & SecurityEventsUser

/**
 * Sends an article as an EPUB file. A HEAD request gets the name of the file, and does not build it. The name contains the id in
 * the form of KOReader's plugin for wallabag: articles with the same title get files of their own, and what KOReader writes about
 * a file names the article.
 */
export async function sendEntryBook(deps: SendBooksDeps, { user, parts, request, reply }: KeyRequest) {
  const id = requireId<EntryId>(epubName(parts), 'book')
  if (request.method === 'HEAD') {
    return reply.headers(bookHeaders(id, await nameOfEntryFile(deps.loadEntries, user.id, id))).send()
  }
  const caller = callerOf(request)
  const { fileName, body } = await exportEntry(deps, user.id, id, 'epub')
  await deps.securityEvents.record(caller, { kind: 'export', userId: user.id })
  return reply.headers(bookHeaders(id, fileName)).send(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
}

const bookHeaders = (id: EntryId, name: string) => exportHeaders('epub', `[w-id_${id}] ${name}`)

/** Sends a collection as one EPUB file, as `sendEntryBook` does. */
export async function sendCollectionBook(deps: SendBooksDeps, { user, parts, request, reply }: KeyRequest) {
  const id = requireId(epubName(parts), 'book')
  if (request.method === 'HEAD') {
    const { name } = collectionById(await deps.listCollections(user), id)
    return reply.headers(exportHeaders('epub', await nameOfListFile(name))).send()
  }
  const caller = callerOf(request)
  const list = await listForExport(deps, user, { kind: 'collection', id })
  const { fileName, body } = await exportList(deps, user.id, list, 'epub')
  await deps.securityEvents.record(caller, { kind: 'export', userId: user.id })
  return reply.headers(exportHeaders('epub', fileName)).send(Readable.from(body, { objectMode: false }))
}

const epubName = (parts: KeyRequest['parts']): string => /^(\d+)\.epub$/.exec(parts['file'] ?? '')?.[1] ?? ''
