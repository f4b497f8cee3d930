import type { ListedAnnotation } from '../../annotations/list-annotations.ts'
import { exportFileName } from '../file-name.ts'
import { ZipWriter } from '../zip-writer.ts'
import { annotationRows, readwiseRows } from './annotation-csv.ts'
import { articleNote, oneMarkdownFile } from './annotation-markdown.ts'

/** Formats of annotation files, by the name used in addresses. */
export const ANNOTATION_FORMATS = {
  md: { mediaType: 'text/markdown; charset=UTF-8', fileName: 'annotations.md' },
  zip: { mediaType: 'application/zip', fileName: 'annotations.zip' },
  csv: { mediaType: 'text/csv; charset=UTF-8', fileName: 'annotations.csv' },
  json: { mediaType: 'application/json; charset=UTF-8', fileName: 'annotations.json' },
  readwise: { mediaType: 'text/csv; charset=UTF-8', fileName: 'annotations-readwise.csv' },
} as const

export type AnnotationFormat = keyof typeof ANNOTATION_FORMATS

/** Maximum number of annotations in one file. */
export const MOST_EXPORTED = 20_000

/** @returns whether a value is the name of a format */
export function isAnnotationFormat(name: unknown): name is AnnotationFormat {
  return typeof name === 'string' && Object.hasOwn(ANNOTATION_FORMATS, name)
}

/**
 * Writes annotations to a file, in the given order. `md` is one Markdown file. `zip` contains one Markdown file with
 * YAML front matter for each article, which Obsidian can import. `readwise` is the CSV file that Readwise imports.
 * @param baseUrl address of this server, used in links to the annotations
 */
export async function annotationFile(
  format: AnnotationFormat,
  annotations: readonly ListedAnnotation[],
  baseUrl: string,
): Promise<Buffer> {
  if (format === 'md') return Buffer.from(oneMarkdownFile(annotations, baseUrl))
  if (format === 'csv') return Buffer.from(annotationRows(annotations, baseUrl))
  if (format === 'readwise') return Buffer.from(readwiseRows(annotations))
  if (format === 'zip') return notesArchive(annotations, baseUrl)
  return Buffer.from(
    JSON.stringify(
      annotations.map((one) => annotationJson(one, baseUrl)),
      undefined,
      2,
    ),
  )
}

/** @returns one annotation as the API and JSON files contain it */
export function annotationJson(one: ListedAnnotation, baseUrl: string): Readonly<Record<string, unknown>> {
  return {
    id: one.id,
    quote: one.quote,
    text: one.text,
    color: one.color,
    created_at: one.createdAt,
    updated_at: one.updatedAt,
    link: `${baseUrl.replace(/\/+$/, '')}/view/${one.entryId}#annotation-${one.id}`,
    entry: {
      id: one.entryId,
      title: one.entryTitle,
      url: one.url,
      domain_name: one.siteName,
      authors: one.authors,
      tags: one.tags,
    },
  }
}

async function notesArchive(annotations: readonly ListedAnnotation[], baseUrl: string): Promise<Buffer> {
  const zip = new ZipWriter()
  const used = new Set<string>()
  const pieces: Uint8Array[] = []
  for (const [id, group] of Map.groupBy(annotations, ({ entryId }) => entryId)) {
    const name = await exportFileName(group[0]!.entryTitle, `article-${id}`)
    const free = used.has(name.toLowerCase()) ? `${name} ${id}` : name
    used.add(free.toLowerCase())
    pieces.push(...zip.add(`${free}.md`, articleNote(group, baseUrl)))
  }
  return Buffer.concat([...pieces, ...zip.end()])
}
