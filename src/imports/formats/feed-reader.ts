import type { ImportFormat, JsonItem } from '../parsing/row-parser.ts'

/**
 * The list of articles that feed readers export in the form of Google Reader's API, such as `starred.json` of FreshRSS
 * (app/views/helpers/export/articles.phtml) and Inoreader.
 *
 * Members of an article: `canonical` and `alternate`, lists of links; `title` and `author`, in which FreshRSS writes `&` and
 * other characters as in HTML, and separates names by semicolons; `published`, in seconds;
 * `categories`, which contain states and labels; `starred`, `timestampUsec` and `crawlTimeMsec`, times at which it was starred
 * or arrived. Labels become tags, and read articles are archived. Not imported: `summary` and `content`, because
 * feeds often contain only the beginning of a text; the page is fetched instead.
 */
export const feedReader: ImportFormat = {
  kind: 'json',
  itemsIn: ['items'],
  // The object around the articles has the title of the list, such as “Starred”.
  browserFolders: 1,
  read: (item) => {
    const categories = stringsOf(item['categories'])
    const hasState = (state: string) => categories.some((one) => one.endsWith(`/state/com.google/${state}`))
    return {
      url: linkOf(item['canonical']) ?? linkOf(item['alternate']),
      title: plainText(item['title']),
      authors: plainText(item['author']).split(';'),
      tags: categories.flatMap((one) => /^user\/[^/]*\/label\/(.+)$/s.exec(one)?.[1] ?? []),
      isArchived: hasState('read'),
      isStarred: hasState('starred'),
      createdAt: item['starred'] ?? item['timestampUsec'] ?? item['crawlTimeMsec'],
      publishedAt: isoOf(item['published']),
    }
  },
}

function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])

/** @returns the text, in which references such as `&amp;` and `&#039;` are replaced by their characters */
function plainText(value: unknown): string {
  if (typeof value !== 'string') return ''
  return value.replaceAll(/&(?:#(\d{1,7})|([a-z]{2,4}));/g, (whole, code: string | undefined, name: string) => {
    if (code === undefined) return ENTITIES.get(name) ?? whole
    return Number(code) <= 0x10_ff_ff ? String.fromCodePoint(Number(code)) : whole
  })
}

function linkOf(links: unknown): unknown {
  const [first] = Array.isArray(links) ? (links as readonly (JsonItem | null)[]) : []
  return first?.['href']
}

/** @param seconds time since 1970 */
function isoOf(seconds: unknown): string | undefined {
  const isTime = typeof seconds === 'number' && Math.abs(seconds) < 8.64e12
  return isTime && seconds !== 0 ? new Date(seconds * 1000).toISOString() : undefined
}
