import type { ImportFormat } from '../parsing/row-parser.ts'

/** Omnivore's list; in the archive that it handed out, the text of each page is a file beside it. */
export const omnivore: ImportFormat = {
  kind: 'json',
  itemsIn: 'root',
  read: (item) => {
    const slug = item['slug']
    return {
      url: item['url'],
      title: item['title'],
      tags: item['labels'],
      isArchived: item['state'] === 'Archived',
      createdAt: item['savedAt'],
      authors: item['author'],
      publishedAt: item['publishedAt'],
      previewPicture: item['thumbnail'],
      ...(typeof slug === 'string' && { contentFile: `content/${slug}.html` }),
    }
  },
}
