import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { decodeText } from '../src/bytes/decode-text.ts'
import { siteOf } from '../src/paging/site-of.ts'

/** The annotation of a page: what an extractor should find. */
export interface Truth {
  /** The whole text of the article; undefined if only phrases are annotated. */
  readonly text: string | undefined
  /** Phrases that belong to the text. The phrases in `unwanted` do not belong to it. */
  readonly wanted: readonly string[]
  readonly unwanted: readonly string[]
  readonly title: string | undefined
  readonly author: string | undefined
  readonly date: string | undefined
}

export interface CorpusPage {
  /** Name of the public collection that contains the page. */
  readonly set: 'aeb' | 'wcxb' | 'trafilatura'
  /** Name of the folder that contains the page, such as `wcxb-tune`. */
  readonly folder: string
  readonly id: string
  readonly url: string
  /** The host without prefixes such as `www.`. All pages of a site are in the same fold of the cross-validation. */
  readonly site: string
  readonly kind: string
  /** Reads and decodes the page. */
  readonly html: () => string
  readonly truth: Truth
}

/**
 * @param corpus a folder with one folder for each collection: `aeb…` (article extraction benchmark), `wcxb…` (WCXB,
 *   with the split `dev`) and `trafilatura…` (its evaluation set). The pages are compressed with gzip.
 * @returns all pages, always in the same order
 * @throws Error if there are no pages
 */
export function loadCorpus(corpus: string): readonly CorpusPage[] {
  const folders = readdirSync(corpus).toSorted()
  const pages = folders.flatMap((name) => {
    const folder = join(corpus, name)
    if (name.startsWith('aeb')) return loadNews(folder)
    if (name.startsWith('wcxb')) return loadWeb(folder)
    return name.startsWith('trafilatura') ? loadPhrases(folder) : []
  })
  if (pages.length === 0) throw new Error(`${corpus} contains no folder of pages: aeb…, wcxb… or trafilatura…`)
  return pages
}

const NO_ADDRESS = 'https://example.com/'
const NOTHING = { text: undefined, wanted: [], unwanted: [], title: undefined, author: undefined, date: undefined }

interface NewsTruth {
  readonly url?: string
  readonly articleBody?: string
}

function loadNews(folder: string): CorpusPage[] {
  const truths = readJson(join(folder, 'ground-truth.json')) as Record<string, NewsTruth>
  return Object.entries(truths).map(([id, { url = NO_ADDRESS, articleBody = '' }]) => ({
    ...common('aeb', folder, id, url),
    kind: 'article',
    html: () => readPage(join(folder, 'html', `${id}.html.gz`)),
    truth: { ...NOTHING, text: articleBody },
  }))
}

/** A value in an annotation file; a list if the page has several authors. */
type Stated = string | readonly string[] | null

interface WebTruth {
  readonly url?: string
  readonly ground_truth: Readonly<Record<'main_content' | 'title' | 'author' | 'publish_date', Stated>>
  readonly _internal?: { readonly page_type?: string | { readonly primary?: string } }
}

function loadWeb(folder: string): CorpusPage[] {
  const truths = globSync('dev/ground-truth/*.json', { cwd: folder }).toSorted()
  return truths.map((path) => {
    const id = basename(path, '.json')
    const { url = NO_ADDRESS, ground_truth: truth, _internal } = readJson(join(folder, path)) as WebTruth
    const type = _internal?.page_type
    return {
      ...common('wcxb', folder, id, url),
      kind: (typeof type === 'string' ? type : type?.primary) ?? 'article',
      html: () => readPage(join(folder, 'dev/html', `${id}.html.gz`)),
      truth: {
        ...NOTHING,
        text: textOf(truth.main_content) ?? '',
        title: textOf(truth.title),
        author: textOf(truth.author),
        date: textOf(truth.publish_date),
      },
    }
  })
}

/** @returns the value as one text; undefined if it is empty or missing */
function textOf(stated: Stated): string | undefined {
  return (typeof stated === 'string' ? stated : stated?.join(', ')) || undefined
}

interface PhraseTruth {
  readonly file: string
  readonly with: readonly string[]
  readonly without: readonly string[]
  readonly title?: Stated
  readonly author?: Stated
  readonly date?: Stated
}

function loadPhrases(folder: string): CorpusPage[] {
  const truths = readJson(join(folder, 'evaldata.json')) as Record<string, PhraseTruth>
  const withFiles = Object.entries(truths).map(([url, truth]) => {
    const file = ['cache', 'eval'].map((name) => join(folder, name, truth.file)).find((path) => existsSync(path))
    return { url, truth, file }
  })
  return withFiles.flatMap(({ url, truth, file }) => {
    if (file === undefined) return []
    const { title = null, author = null, date = null } = truth
    const stated = { title: textOf(title), author: textOf(author), date: textOf(date) }
    const phrases = { wanted: truth.with, unwanted: truth.without }
    return {
      ...common('trafilatura', folder, url, url),
      kind: 'article',
      html: () => readPage(file),
      truth: { ...NOTHING, ...phrases, ...stated },
    }
  })
}

function common<S extends CorpusPage['set']>(set: S, folder: string, id: string, url: string) {
  return { set, folder: basename(folder), id, url, site: siteOf(url) }
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function readPage(file: string): string {
  const bytes = readFileSync(file)
  return decodeText(file.endsWith('.gz') ? gunzipSync(bytes) : bytes, undefined).text
}
