import type { ImportFormat } from '../parsing/row-parser.ts'

/**
 * A list of pages in Omnivore's export (Omnivore, packages/api/src/jobs/export.ts).
 *
 * Members: `slug`, the name of the page's files in the archive; `title`; `description`, a text that users can edit, which
 * becomes the note; `author`; `url`; `state`; `readingProgress`, in percent; `thumbnail`; `labels`; `savedAt`;
 * `publishedAt`. Not imported: `id`, `updatedAt`. The archive contains the text of each page in `content/SLUG.html`, and its
 * highlights in `highlights/SLUG.md` (`readOmnivoreHighlights`).
 */
export const omnivore: ImportFormat = {
  kind: 'json',
  itemsIn: 'root',
  read: (item) => {
    const { slug, readingProgress: percent } = item
    return {
      url: item['url'],
      title: item['title'],
      tags: item['labels'],
      isArchived: item['state'] === 'Archived',
      createdAt: item['savedAt'],
      authors: item['author'],
      note: item['description'],
      progress: typeof percent === 'number' ? percent / 100 : undefined,
      publishedAt: item['publishedAt'],
      previewPicture: item['thumbnail'],
      ...(typeof slug === 'string' && { contentFile: `content/${slug}.html`, highlightsFile: `highlights/${slug}.md` }),
    }
  },
}

interface OmnivoreHighlight {
  readonly quote: string
  text: string
  tags?: readonly string[]
}

/** The highlights of a page, and the notes about the page as a whole. */
interface OmnivoreHighlights {
  /** annotations in the form that `readAnnotations` expects */
  readonly annotations: readonly OmnivoreHighlight[]
  readonly notes: readonly string[]
}

/** Matches the line with the labels of a highlight. */
const LABELS = /^#[^\s#]+(?: #[^\s#]+)*$/

/**
 * Reads a file `highlights/SLUG.md` of Omnivore's export (`highlightToMarkdown` in its packages/api/src/utils/parser.ts):
 * each highlight as a quotation, followed by its labels as `#label` and by its note, with empty lines between them. The file
 * does not contain the colours. Labels with white space look like a note, so they stay in its text. Text before the first
 * quotation is a note about the page.
 */
export function readOmnivoreHighlights(markdown: string): OmnivoreHighlights {
  const annotations: OmnivoreHighlight[] = []
  const notes: string[] = []
  for (const block of markdown.replaceAll('\r\n', '\n').split(/\n[ \t]*\n/)) {
    const text = block.trim()
    const last = annotations.at(-1)
    if (text === '') continue
    if (text.startsWith('>')) annotations.push({ quote: text.replaceAll(/^>[ \t]?/gm, '').trim(), text: '' })
    else if (last?.text === '' && LABELS.test(text)) last.tags = text.slice(1).split(/\s+#/)
    else if (last) last.text = last.text === '' ? text : `${last.text}\n\n${text}`
    else notes.push(text)
  }
  return { annotations, notes }
}
