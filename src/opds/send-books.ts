import { sendExport } from '../exports/send-export.ts'
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
 * Sends an article as an EPUB file, or as one for Kobo's reading system. A HEAD request gets the name of the file, and does not
 * build it. The name contains the id in the form of KOReader's plugin for wallabag: articles with the same title get files of their
 * own, and what KOReader writes about a file names the article. On the shelf of a collection, the book belongs to the series of that
 * name.
 */
export async function sendEntryBook(deps: SendBooksDeps, { user, parts, request, reply }: KeyRequest) {
  const caller = callerOf(request)
  const { name: number, format } = bookFile(parts)
  const id = requireId<EntryId>(number, 'book')
  const collection = parts['id']
  const series =
    collection && collectionById(await deps.listCollections(user), requireId(collection, 'collection')).name
  if (request.method === 'HEAD') {
    const name = bookName(id, await nameOfEntryFile(deps.loadEntries, user.id, id))
    return reply.headers(exportHeaders(format, name)).send()
  }
  const { fileName, body } = await exportEntry(deps, user.id, { id, series }, format)
  return sendExport(deps, reply, { caller, owner: user.id, format }, { fileName: bookName(id, fileName), body })
}

const bookName = (id: EntryId, name: string) => `[w-id_${id}] ${name}`

/** Sends a collection as one EPUB file, as `sendEntryBook` does. */
export async function sendCollectionBook(deps: SendBooksDeps, { user, parts, request, reply }: KeyRequest) {
  const caller = callerOf(request)
  const { name: number, format } = bookFile(parts)
  const id = requireId(number, 'book')
  if (request.method === 'HEAD') {
    const { name } = collectionById(await deps.listCollections(user), id)
    return reply.headers(exportHeaders(format, await nameOfListFile(name))).send()
  }
  const list = await listForExport(deps, user, { kind: 'collection', id })
  return sendExport(deps, reply, { caller, owner: user.id, format }, await exportList(deps, user.id, list, format))
}

type BookFormat = 'epub' | 'kepub'

interface BookFile {
  /** digits of the id; empty if the path is that of no file */
  readonly name: string
  readonly format: BookFormat
}

function bookFile(parts: KeyRequest['parts']): BookFile {
  const [, name = '', kobo] = /^(\d+)(\.kepub)?\.epub$/.exec(parts['file'] ?? '') ?? []
  return { name, format: kobo === undefined ? 'epub' : 'kepub' }
}
