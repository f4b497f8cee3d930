import type { Database } from '../db/database.ts'
import { loadInOrder } from '../entries/listing/load-entry.ts'
import type { LoadedEntry, LoadEntries } from '../entries/listing/load-entries.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import type { Clock } from '../kernel/clock.ts'
import { notFound } from '../kernel/errors.ts'
import type { UserConfig } from '../users/user-config.ts'
import { contentHash, recordEdition } from './editions/edition.repository.ts'
import { EXPORT_FORMATS, type FormatName } from './export-format.ts'
import type { ExportThreads } from './export-threads.ts'
import { DEFAULT_LANGUAGE, languageOfTag } from '../kernel/languages.ts'
import type { AboutExport } from './export-writer.ts'
import { titleOf, type ExportedEntry } from './exported-entry.ts'
import { exportFileName } from './file-name.ts'
import type { LoadImages } from './load-images.ts'
import { nameOfListFile } from './name-export.ts'
import { startExport, type ExportedBytes, type StartExportDeps } from './start-export.ts'
import { checkPdfPackages } from './pdf/check-pdf-packages.ts'

export interface ExportDeps extends StartExportDeps {
  /** address of this server, without a trailing slash */
  readonly baseUrl: string
  readonly loadEntries: LoadEntries
  readonly loadImages: LoadImages
  readonly findConfig: (id: UserId) => Promise<UserConfig>
  readonly exportThreads: ExportThreads
}

export interface ExportEntryDeps extends ExportDeps {
  readonly database: Database
  readonly clock: Clock
}

interface EntryToExport {
  readonly id: EntryId
  /** name of the series to which the book belongs, if any */
  readonly series?: string | undefined
}

/** A generated file and its download name, without the extension. */
export interface ExportedFile<Body> {
  readonly fileName: string
  readonly body: Body
}

/**
 * Generates the file of one entry. Each EPUB is recorded, so that reading devices can name it later.
 * @returns the file
 * @throws AppError `not_found` if the owner has no such entry, `too_large` if the entry is too large for the format,
 *   `unavailable` if too many exports are waiting
 */
export async function exportEntry(
  deps: ExportEntryDeps,
  owner: UserId,
  { id, series }: EntryToExport,
  format: FormatName,
): Promise<ExportedFile<Uint8Array>> {
  if (format === 'pdf') checkPdfPackages()
  const loaded = await loadInOrder(deps.loadEntries, owner, [id], { hasContent: true })
  const [entry] = await withImages(deps, owner, loaded, format)
  if (!entry) throw notFound('entry')
  const about = await aboutExport(deps, owner, {
    title: titleOf(entry),
    isSingle: true,
    hasNotes: entry.entry.note !== null,
    series,
  })
  const version = format === 'epub' ? contentHash(entry.content) : undefined
  const { bytes: body, layout } = await deps.exportThreads.exportSingle(format, about, entry)
  if (layout && version) {
    const { title } = entry.entry
    await recordEdition(deps, owner, { id, title: title ?? '', bytes: body, contentHash: version, layout })
  }
  return { fileName: await exportFileName(titleOf(entry), `entry-${id}`), body }
}

/** The entries of a list and the title of its file. */
export interface ExportedList {
  readonly title: string
  /** ids of the entries, in the order of the file */
  readonly ids: readonly EntryId[]
  /** true if the owner has written any notes */
  readonly hasNotes?: boolean
}

/** Number of entries loaded at once, without their images. Eight entries with texts of the maximum size take 32 MB. */
const BATCH_SIZE = 8

/**
 * Generates the file of a list while the consumer reads it. Entries are loaded in batches; each batch is loaded after
 * the consumer has read the bytes of the previous one. Generation stops if the consumer stops early.
 * @throws AppError `too_many_requests` while another list of the owner is exported, `unavailable` while too many
 * exports are running
 */
export async function exportList(
  deps: ExportDeps,
  owner: UserId,
  { title, ids, hasNotes = false }: ExportedList,
  format: FormatName,
): Promise<ExportedFile<ExportedBytes>> {
  if (format === 'pdf') checkPdfPackages()
  const about = await aboutExport(deps, owner, { title, isSingle: false, hasNotes })
  const fileName = await nameOfListFile(title)
  return { fileName, body: await startExport(deps, owner, () => exportedChunks(deps, owner, { about, ids, format })) }
}

interface Making {
  readonly about: AboutExport
  readonly ids: readonly EntryId[]
  readonly format: FormatName
}

async function* exportedChunks(
  deps: ExportDeps,
  owner: UserId,
  { about, ids, format }: Making,
): AsyncGenerator<Uint8Array, void> {
  const thread = deps.exportThreads.open()
  try {
    yield* thread.run({ kind: 'start', format, about })
    for (let start = 0; start < ids.length; start += BATCH_SIZE) {
      const batch = ids.slice(start, start + BATCH_SIZE)
      const entries = await loadInOrder(deps.loadEntries, owner, batch, { hasContent: true })
      // Formats with images take one entry per step. Every entry then gets the full time limit, and memory contains
      // the images of only one entry.
      const steps = EXPORT_FORMATS[format].hasImages ? entries.map((entry) => [entry]) : [entries]
      for (const step of steps) yield* thread.run({ kind: 'add', entries: await withImages(deps, owner, step, format) })
    }
    yield* thread.run({ kind: 'end' })
  } finally {
    await thread.end()
  }
}

async function withImages(
  { loadImages }: ExportDeps,
  owner: UserId,
  entries: readonly LoadedEntry[],
  format: FormatName,
): Promise<ExportedEntry[]> {
  const { hasImages } = EXPORT_FORMATS[format]
  const whole: ExportedEntry[] = []
  for (const one of entries) whole.push({ ...one, images: hasImages ? await loadImages(owner, one.entry.id) : [] })
  return whole
}

async function aboutExport(
  { findConfig, baseUrl }: ExportDeps,
  owner: UserId,
  file: Pick<AboutExport, 'title' | 'isSingle' | 'hasNotes' | 'series'>,
): Promise<AboutExport> {
  const { readingSpeed, preferences, language } = await findConfig(owner)
  return {
    ...file,
    baseUrl,
    readingSpeed,
    language: languageOfTag(preferences['language'] ?? language) ?? DEFAULT_LANGUAGE,
  }
}
