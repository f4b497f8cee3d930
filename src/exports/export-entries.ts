import type { LoadedEntry, LoadEntries } from '../entries/listing/load-entries.ts'
import type { EntryId, UserId } from '../kernel/brand.ts'
import { notFound } from '../kernel/errors.ts'
import type { MemoryBudget, MemoryLease } from '../kernel/memory-budget.ts'
import type { UserConfig } from '../users/user-config.ts'
import { EXPORT_FORMATS, type FormatName } from './export-format.ts'
import type { ExportGate } from './export-gate.ts'
import type { ExportThreads } from './export-threads.ts'
import { DEFAULT_LANGUAGE, languageOfTag } from '../kernel/languages.ts'
import type { AboutExport } from './export-writer.ts'
import { titleOf, type ExportedEntry } from './exported-entry.ts'
import { exportFileName } from './file-name.ts'
import type { LoadImages } from './load-images.ts'
import { nameOfListFile } from './name-export.ts'
import { requirePdfPackages } from './pdf/require-pdf-packages.ts'

export interface ExportDeps {
  /** address of this server, without a trailing slash */
  readonly baseUrl: string
  readonly loadEntries: LoadEntries
  readonly loadImages: LoadImages
  readonly findConfig: (id: UserId) => Promise<UserConfig>
  readonly exportThreads: ExportThreads
  readonly exportGate: ExportGate
  /** budget that files of lists wait for; absent if nothing else runs */
  readonly memory?: MemoryBudget
}

/** A file with its download name, without the extension. */
interface ExportedFile<Body> {
  readonly fileName: string
  readonly body: Body
}

/**
 * @returns the file of one entry
 * @throws AppError `not_found` if the owner has no such entry, `too_large` for an entry too large for the format,
 *   `unavailable`
 */
export async function exportEntry(
  deps: ExportDeps,
  owner: UserId,
  id: EntryId,
  format: FormatName,
): Promise<ExportedFile<Uint8Array>> {
  if (format === 'pdf') requirePdfPackages()
  const [entry] = await withImages(deps, owner, await loadBatch(deps, owner, [id]), format)
  if (!entry) throw notFound('entry')
  const about = await aboutExport(deps, owner, { title: titleOf(entry), isSingle: true })
  const body = await deps.exportThreads.whole(format, about, entry)
  return { fileName: await exportFileName(titleOf(entry), `entry-${id}`), body }
}

/** Entries with a common title. */
export interface ExportedList {
  readonly title: string
  /** in the order of the file */
  readonly ids: readonly EntryId[]
}

/** The bytes of a file while it is generated. A reader that stops early calls `return`, as streams do. */
interface ExportedBytes extends AsyncIterableIterator<Uint8Array, void> {
  return(): Promise<IteratorResult<Uint8Array, void>>
}

/** Entries loaded at once, without their images: 32 MB for the largest texts. */
const BATCH = 8

/**
 * Generates the file of a list while it is read: entries are loaded in batches, and the next batch waits until the
 * bytes of the previous one were read. A reader that stops early ends it.
 * @throws AppError `too_many_requests` while another list of the owner is exported, `unavailable`
 */
export async function exportList(
  deps: ExportDeps,
  owner: UserId,
  { title, ids }: ExportedList,
  format: FormatName,
): Promise<ExportedFile<ExportedBytes>> {
  if (format === 'pdf') requirePdfPackages()
  const about = await aboutExport(deps, owner, { title, isSingle: false })
  const fileName = await nameOfListFile(title)
  return { fileName, body: await begun(pieces(deps, owner, { about, ids, format })) }
}

/** Memory for generating a list's file, including the thread and the images of one entry: `npm run bench:memory`. */
const EXPORT_BYTES = 64 * 1024 * 1024

interface Making {
  readonly about: AboutExport
  readonly ids: readonly EntryId[]
  readonly format: FormatName
}

async function* pieces(
  deps: ExportDeps,
  owner: UserId,
  { about, ids, format }: Making,
): AsyncGenerator<Uint8Array, void> {
  const leave = deps.exportGate.enter(owner)
  let lease: MemoryLease | undefined
  try {
    lease = await deps.memory?.take('export', EXPORT_BYTES)
    const thread = await deps.exportThreads.open()
    try {
      yield* thread.run({ kind: 'start', format, about })
      for (let start = 0; start < ids.length; start += BATCH) {
        const entries = await loadBatch(deps, owner, ids.slice(start, start + BATCH))
        // The layout of a book or a document takes long, so each entry has the full time limit for itself; and the
        // images of one entry are enough to keep in memory.
        const steps = EXPORT_FORMATS[format].hasImages ? entries.map((entry) => [entry]) : [entries]
        for (const step of steps)
          yield* thread.run({ kind: 'add', entries: await withImages(deps, owner, step, format) })
      }
      yield* thread.run({ kind: 'end' })
    } finally {
      await thread.end()
    }
  } finally {
    lease?.release()
    leave()
  }
}

/**
 * Runs the generator up to its first piece, so that refusals happen before the response begins. A wrapping generator
 * would not work: one that was never read does not run its `finally`.
 */
async function begun(generator: AsyncGenerator<Uint8Array, void>): Promise<ExportedBytes> {
  let first: IteratorResult<Uint8Array, void> | undefined = await generator.next()
  const bytes: ExportedBytes = {
    next: async () => {
      const held = first
      first = undefined
      return held ?? generator.next()
    },
    return: async () => generator.return(),
    [Symbol.asyncIterator]: () => bytes,
  }
  return bytes
}

/** Entries that were deleted meanwhile are skipped. */
async function loadBatch(
  { loadEntries }: ExportDeps,
  owner: UserId,
  ids: readonly EntryId[],
): Promise<readonly LoadedEntry[]> {
  const loaded = await loadEntries(owner, ids, { hasContent: true })
  return ids.flatMap((id) => loaded.get(id) ?? [])
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
  file: Pick<AboutExport, 'title' | 'isSingle'>,
): Promise<AboutExport> {
  const { readingSpeed, preferences, language } = await findConfig(owner)
  return {
    ...file,
    baseUrl,
    readingSpeed,
    language: languageOfTag(preferences['language'] ?? language) ?? DEFAULT_LANGUAGE,
  }
}
