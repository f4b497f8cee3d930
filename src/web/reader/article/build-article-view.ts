import { failureContent, knownReason } from '../../../entries/fetching/fetch-failure-reasons.ts'
import type { LoadedEntry } from '../../../entries/listing/load-entries.ts'
import type { EntryCardView } from '../../cards/entry-card-view.ts'
import { cardView } from '../../cards/build-card-view.ts'

/** The data of an entry that the reading page and the public page share. */
export interface ArticleView extends Omit<
  EntryCardView,
  'ageMs' | 'annotations' | 'previewPicture' | 'language' | 'progress'
> {
  readonly authors: readonly string[]
  readonly publishedAt?: Date
  /** BCP 47 tag, such as `fr`; absent if unknown */
  readonly language?: string
  /** sanitised content; empty if the entry has none */
  readonly sanitizedContent: string
}

/** @returns the data of an entry and its content for a reading page */
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

/** @returns the sanitised content of an entry. After a failed fetch, it omits the failure message at the start. */
export function textToRead({ entry, content }: LoadedEntry): string {
  const text = content ? (JSON.parse(new TextDecoder().decode(content)) as string) : ''
  const sentence = entry.fetchState === 'failed' ? failureContent(knownReason(entry.fetchReason), undefined) : ''
  return text.startsWith(sentence) ? text.slice(sentence.length) : text
}
