import { exportEntry, exportList, type ExportEntryDeps } from '../exports/export-entries.ts'
import { ExportLimit } from '../exports/export-limit.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import { AppError } from '../kernel/errors.ts'

/** What making a book needs. The limit on exports is for requests of users; the lane of the jobs limits books for mails. */
export type BuildBookDeps = Omit<ExportEntryDeps, 'exportLimit'>

interface Book {
  /** name of its file, without an extension */
  readonly fileName: string
  readonly bytes: Uint8Array
}

interface RequestedBook {
  /** title of the book; absent for the book of one entry, which has the title of the entry */
  readonly title?: string
  readonly entries: readonly EntryId[]
  /** maximum size in bytes */
  readonly maxBytes: number
}

/**
 * Makes the EPUB of one entry, or of several with a title of their own.
 * @returns undefined if it would be larger than `maxBytes`
 * @throws AppError `not_found` if a single entry was deleted, `unavailable` if too many exports are waiting
 */
export async function buildBook(
  deps: BuildBookDeps,
  owner: UserId,
  { title, entries, maxBytes }: RequestedBook,
): Promise<Book | undefined> {
  const exportDeps = { ...deps, exportLimit: new ExportLimit() }
  try {
    const [first] = entries
    if (first !== undefined && title === undefined) {
      const { fileName, body } = await exportEntry(exportDeps, owner, { id: first }, 'epub')
      return body.length > maxBytes ? undefined : { fileName, bytes: body }
    }
    const { fileName, body } = await exportList(exportDeps, owner, { title: title ?? '', ids: entries }, 'epub')
    const bytes = await collect(body, maxBytes)
    return bytes && { fileName, bytes }
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_large') return undefined
    throw error
  }
}

/** @returns all bytes; undefined as soon as they are more than `most`, which also ends the export */
async function collect(body: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > most) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
