import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readability } from '@mozilla/readability'
import { Defuddle } from 'defuddle/node'
import { parseHTML } from 'linkedom'
import type { Processor } from '../src/extraction-draft.ts'
import { defaultWork, extractPage } from '../src/extract-page.ts'
import { classifyLines } from '../src/lines/classify-lines.ts'
import { FEATURES } from '../src/lines/line-features.ts'
import { lineModel, type LineModel, type ModelData } from '../src/lines/line-model.ts'
import { PAGE_PROCESSORS } from '../src/page-processors.ts'
import type { CorpusPage } from './corpus.ts'
import { foldOf } from './cross-validation-folds.ts'

/** The result of an extractor for a page. Texts are empty if it found nothing. */
export interface Found {
  /** as HTML */
  readonly content: string
  readonly title: string
  readonly author: string
  readonly date: string
}

export type Extractor = (html: string, page: CorpusPage) => Found | Promise<Found>

const NOTHING: Found = { content: '', title: '', author: '', date: '' }

/**
 * @param models folder with one model for each fold, trained without the pages of that fold. If undefined, the model in
 * the package is used, which may have been trained with the measured pages.
 * @returns a function that returns the extraction steps for a page
 */
export function openProcessors(models: string | undefined, folds: number): (page: CorpusPage) => readonly Processor[] {
  if (models === undefined) return () => PAGE_PROCESSORS
  const ofFold = Array.from({ length: folds }, (_, fold) => {
    const data = JSON.parse(readFileSync(join(models, `fold-${fold}.json`), 'utf8')) as ModelData
    return withModel(lineModel(data, FEATURES))
  })
  return (page) => ofFold[foldOf(page, folds)]!
}

/** @returns the extractors by name. `rules` is the package's own extractor without the model. */
export function openExtractors(models: string | undefined, folds: number): Readonly<Record<string, Extractor>> {
  const processorsOf = openProcessors(models, folds)
  const rules = PAGE_PROCESSORS.filter(({ name }) => name !== 'lines')
  return {
    ours: (html, page) => readByOurs(html, page, processorsOf(page)),
    rules: (html, page) => readByOurs(html, page, rules),
    readability: (html) => readByReadability(html),
    defuddle: (html, { url }) => readByDefuddle(html, url),
  }
}

function withModel(model: LineModel): readonly Processor[] {
  const lines: Processor = { name: 'lines', run: (draft) => classifyLines(draft, model) }
  return PAGE_PROCESSORS.map((processor) => (processor.name === 'lines' ? lines : processor))
}

/**
 * Extracts a page with this package.
 * @param processors the extraction steps to run
 * @returns the result; without an article, only the metadata of the page
 */
export function readByOurs(html: string, { url }: Pick<CorpusPage, 'url'>, processors: readonly Processor[]): Found {
  const work = { ...defaultWork(html, 'full'), processors }
  const extraction = extractPage({ url, text: html, mimetype: 'text/html' }, [], work)
  const {
    title = '',
    authors = [],
    publishedAt: date = '',
  } = extraction.kind === 'article' ? extraction.article : extraction.metadata
  const content = extraction.kind === 'article' ? extraction.article.content : ''
  return { content, title, author: authors.join(', '), date }
}

/**
 * Extracts a page with Mozilla's Readability on linkedom, the DOM with which it is fastest. The speed of other
 * extractors is stated as a ratio to Readability's: times differ between machines, but the ratio of two extractors in
 * the same run is stable.
 *
 * @param html a decoded page
 * @returns the result, not sanitised; empty if the extraction fails
 */
export function readByReadability(html: string): Found {
  try {
    const { document } = parseHTML(html)
    const article = new Readability(document as never).parse()
    return {
      content: article?.content ?? '',
      title: article?.title ?? '',
      author: article?.byline ?? '',
      date: article?.publishedTime ?? '',
    }
  } catch {
    return NOTHING
  }
}

async function readByDefuddle(html: string, url: string): Promise<Found> {
  try {
    const { content, title, author, published } = await Defuddle(parseHTML(html).document as never, url, {
      useAsync: false,
    })
    return { content, title, author, date: published }
  } catch {
    return NOTHING
  }
}
