import type { Found } from './baselines.ts'
import { contentText } from './content-text.ts'
import type { CorpusPage } from './corpus.ts'
import { sameAuthor, sameDate, sameTitle } from './metadata-scores.ts'
import { f1Of, phraseCounts, shingleShares, wordShares, type PhraseCounts, type Shares } from './text-scores.ts'

/** The scores of one extractor on one page. */
export interface Scored {
  readonly page: CorpusPage
  readonly shares: Shares
  readonly counts: PhraseCounts
  /** True for right and false for wrong metadata; undefined if the expected value is unknown. */
  readonly facts: Readonly<Record<'title' | 'author' | 'date', boolean | undefined>>
  /** True if the extractor returned an author for a page without one; undefined for pages with an author. */
  readonly hasInventedAuthor: boolean | undefined
}

/** A value that is computed from the scores of many pages. */
export interface Measure {
  readonly name: string
  /** True if the value is shown as a percentage. */
  readonly isShare: boolean
  /** @returns the value; undefined if the measure applies to none of the pages */
  readonly of: (results: readonly Scored[]) => number | undefined
}

const KINDS = ['documentation', 'forum', 'product', 'service', 'collection', 'listing'] as const

export const MEASURES: readonly Measure[] = [
  { name: 'news (AEB), F1', isShare: false, of: newsF1 },
  { name: 'WCXB articles, F1', isShare: false, of: (results) => webF1(results, ['article']) },
  { name: 'WCXB all kinds, F1', isShare: false, of: (results) => webF1(results) },
  ...KINDS.map((kind) => ({
    name: `WCXB ${kind}, F1`,
    isShare: false,
    of: (results: readonly Scored[]) => webF1(results, [kind]),
  })),
  { name: 'trafilatura, F1 of phrases', isShare: false, of: phraseF1 },
  ...(['title', 'author', 'date'] as const).flatMap((fact) =>
    (['wcxb', 'trafilatura'] as const).map((set) => ({
      name: `${fact} (${set})`,
      isShare: true,
      of: (results: readonly Scored[]) =>
        shareOf(results.filter(({ page }) => page.set === set).map(({ facts }) => facts[fact])),
    })),
  ),
  {
    name: 'author where there is none (wcxb)',
    isShare: true,
    of: (results) =>
      shareOf(results.filter(({ page }) => page.set === 'wcxb').map(({ hasInventedAuthor }) => hasInventedAuthor)),
  },
]

/** @returns the scores of a result, compared with the annotation of the page */
export function score(page: CorpusPage, found: Found): Scored {
  const { truth, set } = page
  // The annotators of AEB left out all captions, so captions are removed from the result before it is scored.
  const text = contentText(found.content, set !== 'aeb')
  const shares = set === 'aeb' ? shingleShares : wordShares
  return {
    page,
    shares: truth.text === undefined ? { precision: 0, recall: 0 } : shares(truth.text, text),
    counts: phraseCounts(truth.wanted, truth.unwanted, text),
    facts: {
      title: judged(found.title, truth.title, sameTitle),
      author: judged(found.author, truth.author, sameAuthor),
      date: judged(found.date, truth.date, sameDate),
    },
    hasInventedAuthor: truth.author === undefined ? found.author !== '' : undefined,
  }
}

/** @returns whether a value is right; undefined if the expected value is unknown */
function judged(
  value: string,
  wanted: string | undefined,
  isSame: (found: string, truth: string) => boolean,
): boolean | undefined {
  return wanted === undefined ? undefined : value !== '' && isSame(value, wanted)
}

/** @returns the F1 score of the mean precision and the mean recall, as the article extraction benchmark defines it */
function newsF1(results: readonly Scored[]): number | undefined {
  const pages = results.filter(({ page }) => page.set === 'aeb')
  if (pages.length === 0) return undefined
  const precision = mean(pages.map(({ shares }) => shares.precision))
  return f1Of({ precision, recall: mean(pages.map(({ shares }) => shares.recall)) })
}

function webF1(results: readonly Scored[], kinds?: readonly string[]): number | undefined {
  const pages = results.filter(({ page }) => page.set === 'wcxb' && (kinds === undefined || kinds.includes(page.kind)))
  return pages.length === 0 ? undefined : mean(pages.map(({ shares }) => f1Of(shares)))
}

function phraseF1(results: readonly Scored[]): number | undefined {
  const pages = results.filter(({ page }) => page.set === 'trafilatura').map(({ counts }) => counts)
  if (pages.length === 0) return undefined
  const sum = (key: keyof PhraseCounts): number => pages.reduce((total, counts) => total + counts[key], 0)
  const right = sum('right')
  return (2 * right) / (2 * right + sum('wrong') + sum('missing'))
}

function shareOf(judged: readonly (boolean | undefined)[]): number | undefined {
  const known = judged.filter((one) => one !== undefined)
  return known.length === 0 ? undefined : known.filter(Boolean).length / known.length
}

/** @returns the mean; 0 if there are no numbers */
export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / (numbers.length || 1)
}
