import { collectionById } from '../../collections/collection-by-id.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { parseId } from '../../kernel/parse-id.ts'
import { sendExport } from '../../exports/send-export.ts'
import { exportEntry, exportList } from '../../exports/export-entries.ts'
import type { FindCopy, LoadCopies } from '../../images/load-image-copies.ts'
import { callerOf } from '../../security-events/caller.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import type { LoadedEntry } from '../../entries/listing/load-entries.ts'
import { articleMarkup } from './article.ts'
import { orderOf, requestedEntry, requestedList, type BookmarksDeps } from '../bookmarks/read-bookmarks.ts'
import type { KeyCall } from '../wire/endpoint.ts'
import { markdownOf, type MarkdownDeps } from './markdown.ts'
import { notFound } from '../wire/readeck-error.ts'
import { StatusError } from '../../http/send-error.ts'

export interface FileDeps extends BookmarksDeps, MarkdownDeps, SecurityEventsUser {
  readonly loadCopies: LoadCopies
}

/** Maximum number of bookmarks in a file. */
const MAX_ENTRIES = 1000

/** Answers the text of a bookmark as HTML; empty if it has none. */
export async function sendArticle(deps: FileDeps, call: KeyCall) {
  const loaded = await requestedEntry(deps, call, { hasContent: true })
  return call.reply.type('text/html; charset=utf-8').send(articleMarkup(loaded, await absoluteCopies(deps, loaded)))
}

/** Sends a bookmark as a file, in the format that the last part of the path names. */
export async function sendFile(deps: FileDeps, call: KeyCall) {
  const caller = callerOf(call.request)
  const [, format] = /^article\.(\w+)$/.exec(call.parts['file'] ?? '') ?? []
  if (format === undefined) throw notFound()
  const loaded = await requestedEntry(deps, call, { hasContent: true })
  const { ownerId: owner, id } = loaded.entry
  if (format === 'md') {
    const text = await markdownOf(deps, loaded, await absoluteCopies(deps, loaded))
    return call.reply.type('text/markdown; charset=utf-8').send(text)
  }
  if (format !== 'epub') throw unknownFormat(format)
  return sendExport(deps, call.reply, { caller, owner, format }, await exportEntry(deps, owner, { id }, format))
}

/** @returns a function that sends a list of bookmarks as one file */
export function sendList(format: 'epub' | 'md') {
  return (deps: FileDeps, call: KeyCall) => sendListAs(format, deps, call)
}

async function sendListAs(format: 'epub' | 'md', deps: FileDeps, { key, query, request, reply }: KeyCall) {
  const caller = callerOf(request)
  const filter = { ...(await requestedList(deps, key, query)), ...orderOf(query), page: 1, perPage: MAX_ENTRIES }
  const { entries } = await (filter.query ? deps.listByQuery : deps.listEntries)(key, filter)
  if (entries.length === 0) throw notFound()
  const collection = parseId(query.get('collection'))
  const title =
    collection === undefined ? 'Bookmarks' : collectionById(await deps.listCollections(key), collection).name
  const ids = entries.map(({ id }): EntryId => id)
  const file = await exportList(deps, key.id, { title, ids }, format)
  return sendExport(deps, reply, { caller, owner: key.id, format }, file)
}

/** Answers how the page was fetched. */
export async function sendLog(deps: FileDeps, call: KeyCall) {
  const { entry } = await requestedEntry(deps, call, { hasContent: false })
  const reason = entry.fetchReason === null ? '' : `: ${entry.fetchReason}`
  const lines = [`fetch ${entry.fetchState}${reason}`, `url ${entry.url}`, `status ${entry.httpStatus ?? 'unknown'}`]
  return call.reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
}

/** Answers what is known about the page. */
export async function sendProperties(deps: FileDeps, call: KeyCall) {
  const { entry } = await requestedEntry(deps, call, { hasContent: false })
  const { url, domainName, mimetype, title, language, previewPicture } = entry
  return { URL: url, Domain: domainName, ContentType: mimetype, Title: title, Lang: language, Picture: previewPicture }
}

/** @returns a function that finds the copies of an entry's pictures, with complete addresses */
async function absoluteCopies({ loadCopies, baseUrl }: FileDeps, { entry }: LoadedEntry): Promise<FindCopy> {
  const find = await loadCopies(entry.ownerId, entry.id)
  return (address) => {
    const copy = find(address)
    return copy && { ...copy, path: baseUrl + copy.path }
  }
}

const unknownFormat = (format: string) => new StatusError(406, `unknown format: ${format}`)
