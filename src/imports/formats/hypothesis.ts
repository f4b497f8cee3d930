import type { ImportFormat, JsonItem } from '../parsing/row-parser.ts'

/**
 * Annotations of Hypothesis: the file that its sidebar exports, and answers of its search (`h` 1.0 API, "Search for
 * annotations"; hypothesis/client, src/sidebar/services/annotations-exporter.ts).
 *
 * Members: `uri`; `document.title`, a list; `created`; `updated`; `text`; `tags`; `target[].selector`, of which the one of
 * type `TextQuoteSelector` contains the words (`exact`). An annotation without words, which is a note about the page or a
 * reply, becomes part of the page's note, and its tags become those of the page. Not imported: `id`, `user`, `user_info`,
 * `group`, `permissions`, `links`, `flagged`, `hidden`, `references`, and the other selectors, whose places are those of
 * the original page.
 */
export const hypothesis: ImportFormat = {
  kind: 'json',
  itemsIn: ['annotations', 'rows'],
  // The object around the list has a name only for the user that exported it.
  browserFolders: 1,
  read: (item) => {
    const { uri, created, updated, text, tags } = item
    const quote = quoteOf(item)
    return {
      url: uri,
      linkText: titleOf(item),
      createdAt: created,
      ...(quote === undefined
        ? { note: text, tags }
        : { annotations: [{ quote, text, tags, created_at: created, updated_at: updated }] }),
    }
  },
}

/** @returns the members of a value; none if it is not an object */
const membersOf = (value: unknown): JsonItem => (typeof value === 'object' && value !== null ? (value as JsonItem) : {})

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

function quoteOf({ target }: JsonItem): string | undefined {
  const selectors = listOf(target).flatMap((one) => listOf(membersOf(one)['selector']).map(membersOf))
  const exact = selectors.find(({ type }) => type === 'TextQuoteSelector')?.['exact']
  return typeof exact === 'string' && exact.trim() !== '' ? exact : undefined
}

function titleOf({ document }: JsonItem): unknown {
  const { title } = membersOf(document)
  return Array.isArray(title) ? title[0] : title
}
