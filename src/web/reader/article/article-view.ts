import { failureContent, knownReason } from '../../../entries/fetching/fetch-failure.ts'
import type { LoadedEntry } from '../../../entries/listing/load-entries.ts'
import type { EntryCardView } from '../../cards/entry-card-view.ts'
import { cardView } from '../../cards/entry-view.ts'

/** What a reading page shows of an entry, whoever looks at it. */
export interface ArticleView extends Omit<
  EntryCardView,
  'ageMs' | 'annotations' | 'previewPicture' | 'language' | 'progress'
> {
  readonly authors: readonly string[]
  readonly publishedAt?: Date
  /** BCP 47, such as `fr`, or nothing where it is not known */
  readonly language?: string
  /** What the sanitiser made. Empty where there is no text. */
  readonly sanitizedContent: string
}

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

/** @returns the text of an entry, sanitised; the sentence that stands in place of one that could not be had is left out */
export function textToRead({ entry, content }: LoadedEntry): string {
  const text = content ? (JSON.parse(Buffer.from(content).toString()) as string) : ''
  const sentence = entry.fetchState === 'failed' ? failureContent(knownReason(entry.fetchReason), undefined) : ''
  return text.startsWith(sentence) ? text.slice(sentence.length) : text
}
