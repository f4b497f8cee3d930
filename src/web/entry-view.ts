import type { LoadedEntry } from '../entries/load-entries.ts'
import { failureContent, knownReason } from '../entries/fetch-failure.ts'
import type { EntryCardView, FetchView } from './entry-card.ts'
import type { EntryView } from './entry.page.ts'
import type { Words } from './words.ts'

/** @returns an entry as a card shows it */
export function cardView({ entry, tags }: LoadedEntry): EntryCardView {
  return {
    id: entry.id,
    title: entry.title ?? entry.url,
    url: entry.url,
    siteName: entry.domainName ?? '',
    readingMinutes: entry.readingTime,
    savedAt: new Date(entry.createdAt),
    isArchived: entry.isArchived,
    isStarred: entry.isStarred,
    tags: tags.map(({ label }) => label),
    ...(entry.previewPicture !== null && { previewPicture: entry.previewPicture }),
    fetch: fetchView(entry),
  }
}

/** @returns how far the fetching has come, in words */
export function fetchView({ fetchState, fetchReason }: LoadedEntry['entry']): FetchView {
  if (fetchState === 'pending') return { kind: 'pending' }
  if (fetchReason === null && fetchState !== 'failed') return { kind: 'done' }
  const reason = knownReason(fetchReason)
  const words = {
    reason: (t: Words['t']) => t(`failure.${reason}.reason`),
    next: (t: Words['t']) => t(`failure.${reason}.next`),
  }
  return fetchState === 'failed' ? { kind: 'failed', ...words } : { kind: 'kept', ...words }
}

/** What a reading page shows of an entry, whoever looks at it. */
export type ArticleView = Omit<EntryView, 'frame' | 'csrfToken' | 'uid'> & Pick<EntryCardView, 'previewPicture'>

/** @returns an entry with its text as a reading page shows it */
export function articleView(loaded: LoadedEntry): ArticleView {
  const { entry } = loaded
  return {
    ...cardView(loaded),
    authors: (JSON.parse(entry.publishedBy ?? '[]') as string[]).filter((name) => name !== ''),
    ...(entry.publishedAt !== null && { publishedAt: new Date(entry.publishedAt) }),
    ...(entry.language !== null && { language: entry.language.replaceAll('_', '-') }),
    sanitizedContent: textToRead(loaded),
  }
}

/** The sentence that stands in place of a text that could not be had is said above it, with what can be done. */
function textToRead({ entry, content }: LoadedEntry): string {
  const text = content ? (JSON.parse(Buffer.from(content).toString()) as string) : ''
  const sentence = entry.fetchState === 'failed' ? failureContent(knownReason(entry.fetchReason), undefined) : ''
  return text.startsWith(sentence) ? text.slice(sentence.length) : text
}
