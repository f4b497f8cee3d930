import type { ImportFormat } from '../parsing/row-parser.ts'

/**
 * A list of pages in Omnivore's export (Omnivore, packages/api/src/jobs/export.ts).
 *
 * Members: `slug`, the name of the page's files in the archive; `title`; `description`, a text that users can edit, which
 * becomes the note; `author`; `url`; `state`; `readingProgress`, in percent; `thumbnail`; `labels`; `savedAt`;
 * `publishedAt`. Not imported: `id`, `updatedAt`. The archive contains the text of each page in `content/SLUG.html`, and its
 * highlights in `highlights/SLUG.md` (omnivore-highlights.ts).
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
