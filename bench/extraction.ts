/**
 * Extracts the pages of a corpus and prints quality and speed. `npm run bench:extraction -- --corpus DIR [--passes N]`,
 * where DIR contains the folders `aeb-tune` and `wcxb-tune` with a gzip-compressed page and its ground truth for each
 * name.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import type { Article, Extraction } from '../src/extraction/extraction.ts'
import { extractPage } from '../src/extraction/extract-page.ts'
import { isElement, isText, nodesOf, type PageParent } from '../src/extraction/dom/page-tree.ts'
import { parseHtmlFragment } from '../src/extraction/dom/parse-page.ts'
import { decodeText } from '../src/fetching/decode-text.ts'
import { readByReadability } from './readability-yardstick.ts'
import { countKept } from './structure/count-kept.ts'
import { median } from './statistics.ts'

interface CorpusPage {
  readonly url: string
  readonly kind: string
  readonly html: () => string
  readonly text: string
  readonly title: string | undefined
  readonly author: string | undefined
  readonly date: string | undefined
}

const BLOCK =
  /^(?:address|article|aside|blockquote|br|caption|d[dlt]|details|div|fig\w+|h\d|hr|li|ol|p|pre|section|t\w+|ul|video)$/

const { values } = parseArgs({ options: { corpus: { type: 'string' }, passes: { type: 'string', default: '3' } } })
if (values.corpus === undefined) throw new Error('say where the corpus is: --corpus DIR')
const news = loadNewsPages(values.corpus)
const web = loadWebPages(values.corpus)

measureQuality()
measureStructure()
measureSpeed(Number(values.passes))
for (const heap of [192, 128]) measureMemory(join(values.corpus, 'aeb-tune', 'html'), heap)

function measureQuality(): void {
  const shares = news.map((page) => shingleShares(page.text, textOf(run(page), false)))
  const precision = mean(shares.map((share) => share.precision))
  const recall = mean(shares.map((share) => share.recall))
  print('aeb, captions unscored, F1', (2 * precision * recall) / (precision + recall))
  const results = web.map((page) => ({ page, extraction: run(page) }))
  const scores = results.map(({ page, extraction }) => ({
    kind: page.kind,
    f1: wordF1(page.text, textOf(extraction, true)),
  }))
  print('wcxb articles, F1', mean(scores.filter(({ kind }) => kind === 'article').map(({ f1 }) => f1)))
  print('wcxb all, F1', mean(scores.map(({ f1 }) => f1)))
  const facts = results.map(({ page, extraction }) => ({ page, article: factsOf(extraction) }))
  printShare('title', facts, ({ page, article }) => page.title && sameTitle(article.title, page.title))
  printShare('author', facts, ({ page, article }) => page.author && sameAuthor(article.authors, page.author))
  printShare('date', facts, ({ page, article }) => page.date && sameDate(article.publishedAt, page.date))
}

/** In a separate process, so that only the server's own method of extraction is measured. */
function measureMemory(folder: string, heapMb: number): void {
  const program = fileURLToPath(new URL('extraction-memory.ts', import.meta.url))
  const output = execFileSync(process.execPath, [program, folder, String(heapMb)], { encoding: 'utf8' })
  const { peakMb, lost } = JSON.parse(output) as { readonly peakMb: number; readonly lost: number }
  console.log(`a worker with a heap of ${heapMb} MB over aeb: peak ${peakMb} MB, ${lost} pages lost`)
}

/** On generated pages, because no public ones document their structure. */
function measureStructure(): void {
  const shares = Object.entries(countKept()).map(
    ([kind, { kept, wanted }]) => `${kind} ${((100 * kept) / wanted).toFixed(1)} % of ${wanted}`,
  )
  console.log(`structure kept: ${shares.join(', ')}`)
}

/** Alternates with the baseline page by page; both are warmed up, the baseline by a pass of its own. */
function measureSpeed(passes: number): void {
  for (const page of news) readByReadability(page.html())
  const times = news.map((page) => {
    const html = page.html()
    const turns = Array.from({ length: passes }, () => ({
      own: cpuOf(() => extractPage({ url: page.url, text: html, mimetype: 'text/html' }, [])),
      other: cpuOf(() => readByReadability(html)),
    }))
    const [own, other] = [median(turns.map((turn) => turn.own)), median(turns.map((turn) => turn.other))]
    return { megabytes: Buffer.byteLength(html) / 1e6, own, other }
  })
  const own = times.map((page) => page.own)
  const perMegabyte = sumOf(own) / sumOf(times.map(({ megabytes }) => megabytes))
  const share = sumOf(own) / sumOf(times.map(({ other }) => other))
  console.log(
    `CPU on aeb: ${perMegabyte.toFixed(1)} ms/MB, median ${median(own).toFixed(1)} ms a page, worst ${Math.max(...own).toFixed(0)} ms`,
  )
  console.log(
    `CPU of Readability on linkedom in the same run: ${(perMegabyte / share).toFixed(1)} ms/MB, ours ${share.toFixed(2)} of it`,
  )
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** @returns CPU time of this thread in milliseconds */
function cpuOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

function run(page: CorpusPage): Extraction {
  return extractPage({ url: page.url, text: page.html(), mimetype: 'text/html' }, [])
}

function factsOf(extraction: Extraction): Partial<Article> {
  return extraction.kind === 'article' ? extraction.article : extraction.metadata
}

function textOf(extraction: Extraction, captions: boolean): string {
  return extraction.kind === 'article' ? articleText(extraction.article.content, captions) : ''
}

function print(name: string, value: number): void {
  console.log(`${name}: ${value.toFixed(4)}`)
}

/** Pages without ground truth are ignored. */
function printShare<T>(name: string, all: readonly T[], isRight: (one: T) => boolean | '' | undefined): void {
  const judged = all.map(isRight).filter((right) => typeof right === 'boolean')
  console.log(`${name}: ${((100 * judged.filter(Boolean).length) / judged.length).toFixed(1)} % of ${judged.length}`)
}

interface NewsTruth {
  readonly url?: string
  readonly articleBody?: string
}

function loadNewsPages(corpus: string): CorpusPage[] {
  const folder = join(corpus, 'aeb-tune')
  const truths = readJson(join(folder, 'ground-truth.json')) as Record<string, NewsTruth>
  return Object.entries(truths).map(([id, { url = 'https://example.com/', articleBody = '' }]) => {
    const nothing = { title: undefined, author: undefined, date: undefined }
    const html = (): string => readPage(join(folder, 'html', `${id}.html.gz`))
    return { url, kind: 'article', html, text: articleBody, ...nothing }
  })
}

interface WebTruth {
  readonly url?: string
  readonly ground_truth: Readonly<Record<'main_content' | 'title' | 'author' | 'publish_date', string | null>>
  readonly _internal?: { readonly page_type?: string | { readonly primary?: string } }
}

function loadWebPages(corpus: string): CorpusPage[] {
  const folder = join(corpus, 'wcxb-tune', 'dev')
  const names = readdirSync(join(folder, 'ground-truth')).filter((name) => name.endsWith('.json'))
  return names.toSorted().map((name) => {
    const {
      url = 'https://example.com/',
      ground_truth: truth,
      _internal,
    } = readTruth(join(folder, 'ground-truth', name))
    const type = _internal?.page_type
    return {
      url,
      kind: (typeof type === 'string' ? type : type?.primary) ?? 'article',
      html: () => readPage(join(folder, 'html', name.replace(/json$/, 'html.gz'))),
      text: truth.main_content ?? '',
      title: truth.title ?? undefined,
      author: truth.author ?? undefined,
      date: truth.publish_date ?? undefined,
    }
  })
}

function readTruth(file: string): WebTruth {
  return readJson(file) as WebTruth
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function readPage(file: string): string {
  return decodeText(gunzipSync(readFileSync(file)), undefined).text
}

/** @returns the text of finished content, blocks separated by line breaks */
function articleText(content: string, captions: boolean): string {
  const tree = parseHtmlFragment(content)
  const left = new Set<PageParent>()
  let text = ''
  for (const node of nodesOf(tree)) {
    const isLeft = node.parentNode !== null && left.has(node.parentNode)
    if (isElement(node) && (isLeft || (!captions && node.tagName === 'figcaption'))) left.add(node)
    if (isElement(node) && BLOCK.test(node.tagName)) text += '\n'
    if (isText(node) && !isLeft) text += node.value
  }
  return text
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? []
}

function countOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

interface Shares {
  readonly precision: number
  readonly recall: number
}

function shares(truth: readonly string[], found: readonly string[]): Shares {
  const wanted = countOf(truth)
  let right = 0
  for (const [word, count] of countOf(found)) right += Math.min(count, wanted.get(word) ?? 0)
  return { precision: right / (found.length || 1), recall: right / (truth.length || 1) }
}

/** Sequences of four words, as in the article extraction benchmark. */
function shingleShares(truth: string, found: string): Shares {
  return shares(fours(wordsOf(truth)), fours(wordsOf(found)))
}

function fours(words: readonly string[]): string[] {
  return Array.from({ length: Math.max(1, words.length - 3) }, (_, i) => words.slice(i, i + 4).join(' '))
}

/** Words regardless of their order, as in WCXB. */
function wordF1(truth: string, found: string): number {
  const wanted = wordsOf(truth.toLowerCase())
  const words = wordsOf(found.toLowerCase())
  if (wanted.length === 0) return words.length === 0 ? 1 : 0
  const { precision, recall } = shares(wanted, words)
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / (numbers.length || 1)
}

function plain(text: string | undefined): string {
  const bare = (text ?? '').normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return wordsOf(bare.toLowerCase()).join(' ')
}

/** Equal, or one contains the other and is not much longer. */
function sameTitle(found: string | undefined, truth: string): boolean {
  const [short = '', long = ''] = [plain(found), plain(truth)].toSorted((a, b) => a.length - b.length)
  return short !== '' && long.includes(short) && short.length >= 0.6 * long.length
}

/** Every word of the expected names, and few others. */
function sameAuthor(found: readonly string[] | undefined, truth: string): boolean {
  const names = plain(found?.join(', '))
  const wanted = plain(truth.replaceAll(/\bby\b/gi, ' '))
  const words = wanted.split(' ').filter((word) => word.length > 1 && word !== 'and')
  const given = new Set(names.split(' '))
  return words.length > 0 && words.every((word) => given.has(word)) && names.length <= wanted.length * 3 + 30
}

/** The same day, allowing for time zones. */
function sameDate(found: string | undefined, truth: string): boolean {
  return found !== undefined && Math.abs(dayOf(found) - dayOf(truth)) <= 1
}

function dayOf(date: string): number {
  return Math.floor(Date.parse(date) / 86_400_000)
}
