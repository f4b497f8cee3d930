/**
 * Measures how many blocks of kinds that extractors often lose come through. Each block is inserted at a random place
 * of the article in a copy of each page, and the copy is extracted.
 *
 * `npm run bench:insertions -- --corpus DIR [--pages 200] [--seed 36] [--kind TEXT] [--lost N] [--models DIR]
 * [--without STEP]`. Prints
 * for each kind on how many pages the block came through, and the share of all. `--kind` measures only kinds that
 * contain the text. `--lost N` prints the first N losses, each with what is missing. `--models` names a folder with one
 * model for each of five folds, so that no page is extracted with a model that was trained with its site. `--without`
 * leaves out a step of the extraction, such as `lines`, to show which step loses a block.
 */
import { parseArgs } from 'node:util'
import type { Processor } from '../../src/extraction-draft.ts'
import { textOf } from '../../src/dom/page-tree.ts'
import { parseHtmlFragment } from '../../src/dom/parse-page.ts'
import { openProcessors, readByOurs } from '../baselines.ts'
import { loadCorpus, type CorpusPage } from '../corpus.ts'
import { openPage } from './insert-block.ts'
import { INSERTED_BLOCKS, type InsertedBlock } from './inserted-blocks.ts'

const FOLDS = 5

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    pages: { type: 'string', default: '200' },
    seed: { type: 'string', default: '36' },
    kind: { type: 'string', default: '' },
    lost: { type: 'string', default: '0' },
    models: { type: 'string' },
    without: { type: 'string' },
  },
})
if (values.corpus === undefined) throw new Error('say where the corpus is: --corpus DIR')

const allProcessorsOf = openProcessors(values.models, FOLDS)
const processorsOf = (page: CorpusPage): readonly Processor[] =>
  allProcessorsOf(page).filter(({ name }) => name !== values.without)
const random = randomNumbers(Number(values.seed))
const blocks = INSERTED_BLOCKS.filter(({ kind }) => kind.includes(values.kind))
const counts = new Map(blocks.map(({ kind }) => [kind, 0]))
const losses: string[] = []
let pages = 0
for (const page of shuffled(loadCorpus(values.corpus).filter(({ kind, truth }) => kind === 'article' && truth.text))) {
  if (pages >= Number(values.pages)) break
  if (measure(page)) pages += 1
}
for (const [kind, count] of counts) console.log(`${kind.padEnd(36)}${String(count).padStart(5)} of ${pages}`)
const kept = [...counts.values()].reduce((sum, count) => sum + count, 0)
console.log(`all kinds: ${kept} of ${pages * blocks.length}, ${((100 * kept) / (pages * blocks.length)).toFixed(1)} %`)
for (const loss of losses.slice(0, Number(values.lost))) console.log(loss)

/** @returns whether the page has a place for blocks */
function measure(page: CorpusPage): boolean {
  const insert = openPage(page.html(), page.truth.text!)
  if (insert === undefined) return false
  for (const block of INSERTED_BLOCKS) {
    const place = random()
    if (!counts.has(block.kind)) continue
    const html = readByOurs(insert(block.html, place), page, processorsOf(page)).content
    const missing = missingOf(block, html)
    if (missing.length === 0) counts.set(block.kind, counts.get(block.kind)! + 1)
    else losses.push(`${block.kind}: ${page.folder}/${page.id} ${missing.join(', ')}`)
  }
  return true
}

function missingOf({ has, lacks = [], once = [] }: InsertedBlock, html: string): string[] {
  const both = `${html} ${textOf(parseHtmlFragment(html), Infinity)}`
  return [
    ...has.filter((part) => !both.includes(part)).map((part) => `lacks ${part}`),
    ...lacks.filter((part) => both.includes(part)).map((part) => `has ${part}`),
    ...once.filter((part) => html.match(part)?.length !== 1).map((part) => `not once: ${part.source}`),
  ]
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((one) => ({ one, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ one }) => one)
}

/** @returns a function that returns pseudo-random numbers from 0 to below 1 (mulberry32), always the same for a seed */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
