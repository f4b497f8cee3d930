import { createHash } from 'node:crypto'
import { documentKind, savedPageKind, sniffType, type Article, type UnreadableReason } from '@dogear/extractor/service'
import type { UserId } from '../../kernel/branded-ids.ts'
import { AppError } from '../../kernel/errors.ts'
import { cutText, storableText } from '../../kernel/storable-text.ts'
import { parseLanguage, type EntryInput } from '../changing/entry-input.ts'
import { findEntryByHashes } from '../entry.repository.ts'
import { addressHashes } from './address-hashes.ts'
import { parseAbsoluteAddress } from './entry-address.ts'
import { replacePictures } from '../document-picture-store.ts'
import { saveCapturedPage, type SaveCapturedPageDeps } from './save-captured-page.ts'
import { saveEntry, type SavedEntry } from './save-entry.ts'

export interface SaveDocumentDeps extends SaveCapturedPageDeps {
  /** public address of this server, without a slash at the end */
  readonly baseUrl: string
}

interface UploadedDocument {
  /** name of the file as the client sent it; used as a title, and to tell text files apart */
  readonly name: string
  /** the file. Its memory is transferred to the extraction thread, so the caller must not use it afterwards. */
  readonly bytes: Uint8Array
}

interface SavedDocument extends Pick<SavedEntry, 'id' | 'isNew'> {
  /** true if the same file was saved before, so that nothing has changed */
  readonly isKnownFile: boolean
}

/** Path below which the addresses of uploaded documents are. */
export const DOCUMENT_PATH = '/file'
/** Maximum length of a title that is taken from a file name, in UTF-16 units. Longer titles are cut. */
const MAX_TITLE = 200
/** Types of files that consist of text without a sign of its kind, by the ending of their names. */
const TEXT_TYPES: ReadonlyMap<string, string> = new Map([
  ['md', 'text/markdown'],
  ['markdown', 'text/markdown'],
  ['txt', 'text/plain'],
])

/** @returns whether an address is that of an uploaded document on this server */
export function isDocumentAddress(address: string, baseUrl: string | undefined): boolean {
  if (baseUrl === undefined) return false
  const start = `${baseUrl}${DOCUMENT_PATH}/`
  return address.startsWith(start) && /^[\da-f]{32}$/.test(address.slice(start.length))
}

/**
 * Saves the text of an uploaded book, document, message, PDF or text file as an entry. Stores its pictures, but not the file. The
 * address of the entry contains a hash of the file, so a file that is uploaded twice is saved once. A page that a
 * browser has saved in one file is saved at its own address.
 * @throws AppError `invalid_input` if the file is of another kind or has no readable text; `reason` in its details
 * gives the cause
 */
export async function saveDocument(
  deps: SaveDocumentDeps,
  {
    owner,
    document,
    requestId,
  }: { readonly owner: UserId; readonly document: UploadedDocument; readonly requestId: string },
): Promise<SavedDocument> {
  const { name, bytes } = document
  if (savedPageKind(bytes) !== undefined) {
    const saved = await saveCapturedPage(deps, { owner, bytes, contentType: undefined, requestId })
    if (!saved) throw refused('unsupported_type')
    return { ...saved, isKnownFile: false }
  }
  const isDocument = documentKind(bytes) !== undefined || sniffType(bytes, undefined).kind === 'pdf'
  const contentType = isDocument ? undefined : textType(name, bytes)
  if (!isDocument && contentType === undefined) throw refused('unsupported_type')
  const address = parseAbsoluteAddress(`${deps.baseUrl}${DOCUMENT_PATH}/${hashOf(bytes)}`)
  const known = await deps.database.read((db) => findEntryByHashes(db, owner, addressHashes(address.url)))
  if (known) return { id: known.id, isNew: false, isKnownFile: true }
  const extraction = await deps.extraction.extract({ url: address.url, body: bytes, contentType }, String(owner))
  if (extraction.kind === 'unreadable') throw refused(extraction.reason)
  const { article, pictures } = await replacePictures(deps.pictures, owner, extraction)
  await deps.pictures?.write(pictures)
  // Plain text has no title of its own.
  const titled = contentType === 'text/plain' ? { ...article, title: undefined } : article
  const saved = await saveEntry(deps, { owner, address, fields: fieldsOf(titled, name), pictures, requestId })
  return { ...saved, isKnownFile: false }
}

/** @returns the type of a file with readable text whose name ends like that of a text file; undefined for others */
function textType(name: string, bytes: Uint8Array): string | undefined {
  const type = TEXT_TYPES.get(/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '')
  return type !== undefined && ['text', 'markdown'].includes(sniffType(bytes, type).kind) ? type : undefined
}

function refused(reason: UnreadableReason): AppError {
  return new AppError('invalid_input', `the file cannot be saved: ${reason}`, { details: { reason } })
}

/** @returns the first half of the SHA-256, in hex: enough to distinguish the files of a user */
function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32)
}

function fieldsOf({ title, content, authors, language, publishedAt }: Article, fileName: string): EntryInput {
  const known = language === undefined ? undefined : parseLanguage(language)
  return {
    title: title ?? titleOf(fileName),
    content,
    ...(authors.length > 0 && { authors }),
    ...(known !== undefined && { language: known }),
    ...(publishedAt !== undefined && { publishedAt }),
  }
}

/** @returns the file name without its folders and its extension */
function titleOf(fileName: string): string {
  const base = storableText(fileName.slice(-4 * MAX_TITLE)).replace(/^.*[/\\]/s, '')
  return cutText(base.replace(/\.[a-z\d]{1,5}$/i, '').trim(), MAX_TITLE) || 'Document'
}
