import type { Entry } from '../entries/entry.ts'
import type { FormatName } from './export-format.ts'
import type { AboutExport } from './export-writer.ts'
import type { ExportedEntry, StoredImage } from './exported-entry.ts'
import { openWriter } from './open-writer.ts'

const ENTRY = {
  id: 12,
  uid: null,
  title: 'On tides',
  note: null,
  url: 'https://news.example.org/tides',
  givenUrl: 'https://news.example.org/tides',
  originUrl: null,
  domainName: 'news.example.org',
  language: 'en',
  mimetype: 'text/html',
  previewPicture: null,
  readingTime: 4,
  httpStatus: '200',
  headers: null,
  publishedAt: null,
  publishedBy: null,
  isArchived: false,
  archivedAt: null,
  isStarred: false,
  starredAt: null,
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T14:05:09.000Z',
} as unknown as Entry

interface EntryParts {
  readonly entry?: Partial<Entry>
  readonly content?: string
  readonly tags?: readonly string[]
  readonly annotations?: ExportedEntry['annotations']
  readonly images?: readonly StoredImage[]
}

/** @returns an entry as the export writers expect it; missing parts get defaults */
export function anEntry({ entry, content, tags, annotations, images }: EntryParts = {}): ExportedEntry {
  return {
    entry: { ...ENTRY, ...entry },
    tags: (tags ?? ['long read']).map((label, index) => ({ id: index, label, slug: label }) as never),
    annotations: annotations ?? [],
    content: Buffer.from(JSON.stringify(content ?? '<p>Text</p>')),
    images: images ?? [],
  }
}

const ABOUT: AboutExport = {
  title: 'On tides',
  isSingle: true,
  baseUrl: 'http://dogear.test',
  readingSpeed: 200,
  language: 'en',
}

/** @returns the complete file */
export async function exported(
  format: FormatName,
  entries: readonly ExportedEntry[],
  about: Partial<AboutExport> = {},
): Promise<Buffer> {
  const writer = await openWriter(format, { ...ABOUT, ...about })
  const pieces = [...(await writer.start())]
  for (const entry of entries) pieces.push(...(await writer.add(entry)))
  return Buffer.concat([...pieces, ...(await writer.end())])
}
