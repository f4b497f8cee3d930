import { listedHref, type ListedAnnotation } from '../../annotations/listed-annotation.ts'
import { slices } from '../../kernel/slices.ts'
import { exportFileName } from '../file-name.ts'
import { ZipWriter } from '../zip-writer.ts'
import { annotationRows, readwiseRows } from './annotation-csv.ts'
import { markdownNote, markdownSection } from './annotation-markdown.ts'

/** Formats of annotation files, by the name used in addresses. */
export const ANNOTATION_FORMATS = {
  md: { mediaType: 'text/markdown; charset=UTF-8', fileName: 'annotations.md' },
  zip: { mediaType: 'application/zip', fileName: 'annotations.zip' },
  csv: { mediaType: 'text/csv; charset=UTF-8', fileName: 'annotations.csv' },
  json: { mediaType: 'application/json; charset=UTF-8', fileName: 'annotations.json' },
  readwise: { mediaType: 'text/csv; charset=UTF-8', fileName: 'annotations-readwise.csv' },
} as const

export type AnnotationFormat = keyof typeof ANNOTATION_FORMATS

/** Maximum number of annotations in one file. Further ones are left out. */
export const MAX_EXPORTED = 20_000

/** @returns whether a value is the name of a format */
export function isAnnotationFormat(name: unknown): name is AnnotationFormat {
  return typeof name === 'string' && Object.hasOwn(ANNOTATION_FORMATS, name)
}

/**
 * Writes annotations to a file, in the given order. `md` is one Markdown file. `zip` is an archive with one Markdown
 * file per article; the files have YAML front matter and can be imported by Obsidian. `readwise` is the CSV file that
 * Readwise imports.
 * @param baseUrl address of this server, used in links to the annotations
 */
export async function annotationFile(
  format: AnnotationFormat,
  annotations: readonly ListedAnnotation[],
  baseUrl: string,
): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of WRITERS[format](annotations, baseUrl)) {
    parts.push(typeof part === 'string' ? Buffer.from(part) : part)
  }
  return Buffer.concat(parts)
}

/** Yields the parts of a file, and lets the event loop run between two parts. */
type WriteParts = (annotations: readonly ListedAnnotation[], baseUrl: string) => AsyncIterable<string | Uint8Array>

const WRITERS: Readonly<Record<AnnotationFormat, WriteParts>> = {
  md: markdownFile,
  zip: notesArchive,
  csv: annotationRows,
  json: jsonFile,
  readwise: readwiseRows,
}

/** @returns one annotation, or the note of an entry with the id null, in the form that the API and JSON files use */
function annotationJson(one: ListedAnnotation, baseUrl: string): Readonly<Record<string, unknown>> {
  return {
    id: one.id,
    quote: one.quote,
    text: one.text,
    color: one.id === null ? null : one.color,
    tags: one.ownTags,
    created_at: one.createdAt,
    updated_at: one.updatedAt,
    link: `${baseUrl.replace(/\/+$/, '')}${listedHref(one)}`,
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

/** Number of annotations, or of articles with their annotations, that are written before the event loop may run. */
const [ROWS_PER_SLICE, ARTICLES_PER_SLICE] = [200, 10]

async function* jsonFile(annotations: readonly ListedAnnotation[], baseUrl: string) {
  yield '['
  let separator = ''
  for await (const slice of slices(annotations, ROWS_PER_SLICE)) {
    const list = JSON.stringify(
      slice.map((one) => annotationJson(one, baseUrl)),
      undefined,
      2,
    )
    yield separator + list.slice(1, -2)
    separator = ','
  }
  yield separator === '' ? ']' : '\n]'
}

/** @returns the annotations of each article, with the note of the article before them */
function articleGroups(annotations: readonly ListedAnnotation[]): (readonly ListedAnnotation[])[] {
  const groups = [...Map.groupBy(annotations, ({ entryId }) => entryId).values()]
  return groups.map((group) => group.toSorted((one, other) => Number(other.id === null) - Number(one.id === null)))
}

/** Writes one section per article. The articles are in the order of their first annotations. */
async function* markdownFile(annotations: readonly ListedAnnotation[], baseUrl: string) {
  let separator = ''
  for await (const groups of slices(articleGroups(annotations), ARTICLES_PER_SLICE)) {
    yield separator + groups.map((group) => markdownSection(group, baseUrl)).join('\n')
    separator = '\n'
  }
}

async function* notesArchive(annotations: readonly ListedAnnotation[], baseUrl: string) {
  const zip = new ZipWriter()
  const used = new Set<string>()
  for await (const groups of slices(articleGroups(annotations), ARTICLES_PER_SLICE)) {
    for (const group of groups) {
      const [{ entryId: id, entryTitle }] = group as readonly [ListedAnnotation]
      const name = await exportFileName(entryTitle, `article-${id}`)
      const free = used.has(name.toLowerCase()) ? `${name} ${id}` : name
      used.add(free.toLowerCase())
      yield* zip.add(`${free}.md`, markdownNote(group, baseUrl))
    }
  }
  yield* zip.end()
}
