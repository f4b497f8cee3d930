/**
 * Measures quality and speed of the extraction on a corpus, beside other extractors.
 *
 * `npm run bench -- --corpus DIR [--folds 5] [--extractors ours,readability,defuddle] [--sets NAME,…] [--every N]
 * [--worst N] [--lost-parts N] [--passes 3] [--out FILE] [--models DIR]`. Sites are divided into folds, and the printed spread is the
 * standard deviation over the folds. `--sets` uses only folders whose names start with one of the names. `--every N`
 * uses only each Nth page. `--worst` lists the pages with the lowest scores. `--passes 0` skips the measurement of
 * speed. `--out` writes the scores of every page as JSON. `--models` names a folder with one model for each fold, so
 * that no page is extracted with a model that was trained with its site. The extractor `rules` is `ours` without a
 * model. `--lost-parts N` lists the first N parts of each kind that each extractor lost: `parts/expected-parts.ts` defines
 * which parts of a page are expected. `--stress` measures generated pages with very many elements of one kind instead of a
 * corpus, each `--passes` times.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openExtractors } from './baselines.ts'
import { loadCorpus, type CorpusPage } from './corpus.ts'
import { foldOf } from './cross-validation-folds.ts'
import { mean, MEASURES, score, type Measure, type Scored } from './quality-measures.ts'
import { PartsTable } from './parts/parts-table.ts'
import { printSpeed } from './speed.ts'
import { printStress } from './stress/print-stress.ts'
import { countPreservedParts } from './structure/count-preserved-parts.ts'
import { f1Of } from './text-scores.ts'

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    folds: { type: 'string', default: '5' },
    extractors: { type: 'string', default: 'ours,readability,defuddle' },
    sets: { type: 'string', default: '' },
    every: { type: 'string', default: '1' },
    'lost-parts': { type: 'string', default: '0' },
    worst: { type: 'string', default: '0' },
    passes: { type: 'string', default: '3' },
    out: { type: 'string' },
    models: { type: 'string' },
    stress: { type: 'boolean', default: false },
  },
})
if (values.stress) {
  printStress(Number(values.passes))
  process.exit()
}
if (values.corpus === undefined) throw new Error('say where the corpus is: --corpus DIR')
const pages = loadCorpus(values.corpus)
  .filter(({ folder }) => values.sets.split(',').some((name) => folder.startsWith(name)))
  .filter((_, index) => index % Number(values.every) === 0)
const folds = Number(values.folds)
const extractors = openExtractors(values.models, folds)
const results = new Map<string, readonly Scored[]>()
const parts = new Map<string, PartsTable>()
for (const name of values.extractors.split(',')) results.set(name, await scoreAll(name))

for (const folder of new Set(pages.map((page) => page.folder))) {
  printTable(folder, (page) => page.folder === folder)
}
if (new Set(pages.map(({ folder }) => folder)).size > 1) printTable('all folders', () => true)
if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(scoresByPage()))
printWorst(Number(values.worst))
printParts(Number(values['lost-parts']))
printStructure()
if (Number(values.passes) > 0) {
  const news = pages.filter(({ set }) => set === 'aeb')
  if (news.length > 0) printSpeed('aeb', news, extractors['ours']!, Number(values.passes))
  printSpeed('all pages', pages, extractors['ours']!, 1)
}

/** Extracts all pages with one extractor. */
async function scoreAll(name: string): Promise<readonly Scored[]> {
  const extractor = extractors[name]
  if (extractor === undefined) throw new Error(`there is no extractor ${name}`)
  const { log, warn, error } = console
  // Turns off the console, to which Defuddle writes messages.
  if (name === 'defuddle') Object.assign(console, { log: () => {}, warn: () => {}, error: () => {} })
  const all: Scored[] = []
  const table = new PartsTable()
  for (const page of pages) {
    const html = page.html()
    const found = await extractor(html, page)
    all.push(score(page, found))
    table.add(page, html, found)
  }
  Object.assign(console, { log, warn, error })
  parts.set(name, table)
  return all
}

function printTable(title: string, counts: (page: CorpusPage) => boolean): void {
  const chosen = [...results].map(([name, all]) => [name, all.filter(({ page }) => counts(page))] as const)
  console.log(`\n${title}: ${chosen[0]![1].length} pages`)
  console.log(`${'measure'.padEnd(36)}${chosen.map(([name]) => name.padEnd(17)).join('')}`)
  for (const measure of MEASURES) {
    const cells = chosen.map(([, all]) => cellOf(measure, all).padEnd(17))
    if (cells.some((cell) => cell.trim() !== '')) console.log(measure.name.padEnd(36) + cells.join(''))
  }
}

/** @returns the value over all pages and its spread over the folds, formatted for the table */
function cellOf({ of, isShare }: Measure, all: readonly Scored[]): string {
  const whole = of(all)
  if (whole === undefined) return ''
  const parts = Array.from({ length: folds }, (_, fold) => of(all.filter(({ page }) => foldOf(page, folds) === fold)))
  const known = parts.filter((part) => part !== undefined)
  const average = mean(known)
  const spread = Math.sqrt(mean(known.map((part) => (part - average) ** 2)))
  return isShare
    ? `${(100 * whole).toFixed(1)} % ± ${(100 * spread).toFixed(1)}`
    : `${whole.toFixed(4)} ± ${spread.toFixed(3)}`
}

/** Prints which parts each extractor kept, and its first losses of each kind. */
function printParts(limit: number): void {
  for (const [name, table] of parts) {
    table.print(name)
    if (limit > 0) table.printLost(limit)
  }
}

/**
 * Prints which share of headings, code and other structure is preserved. It is measured on generated pages, because
 * public collections do not describe the structure of their pages.
 */
function printStructure(): void {
  const shares = Object.entries(countPreservedParts()).map(
    ([kind, { kept, wanted }]) => `${kind} ${((100 * kept) / wanted).toFixed(1)} % of ${wanted}`,
  )
  console.log(`\nstructure kept: ${shares.join(', ')}`)
}

/** @returns the F1 score of one page; the F1 score of phrases if only phrases are known */
function pageScore({ page, shares, counts }: Scored): number {
  if (page.set !== 'trafilatura') return f1Of(shares)
  return (2 * counts.right) / (2 * counts.right + counts.wrong + counts.missing || 1)
}

function printWorst(count: number): void {
  const sorted = (results.get('ours') ?? []).toSorted((a, b) => pageScore(a) - pageScore(b))
  for (const scored of sorted.slice(0, count)) {
    const { page, shares } = scored
    const numbers = [pageScore(scored), shares.precision, shares.recall].map((number) => number.toFixed(3))
    console.log(`${numbers.join(' ')} ${page.kind} ${page.folder}/${page.id} ${page.url}`)
  }
}

function scoresByPage(): object {
  return Object.fromEntries([...results].map(([name, all]) => [name, byPage(all)]))
}

function byPage(all: readonly Scored[]): object {
  return Object.fromEntries(all.map((scored) => [`${scored.page.folder}/${scored.page.id}`, scored]))
}
