import type { ImportFormat } from '../parsing/row-parser.ts'

/** Omnivore's list of pages. Its archive contains the text of each page in a separate file. */
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
