/**
 * Leaves one step out at a time and prints what it earns: `node bench/ablation.ts --corpus DIR [--models DIR]
 * [--every 4]`. `--every N` takes each Nth page only. A positive number is the gain of the step: the score with it minus
 * the score without it. Steps for the structure of a text (code, footnotes, captions) earn nothing here; the test of
 * structure counts these.
 */
import { parseArgs } from 'node:util'
import { openProcessors, readByOurs } from './baselines.ts'
import { loadCorpus } from './corpus.ts'
import { MEASURES, score, type Scored } from './measures.ts'
import { f1Of } from './text-scores.ts'

const { values } = parseArgs({
  options: { corpus: { type: 'string' }, models: { type: 'string' }, every: { type: 'string', default: '4' } },
})
if (values.corpus === undefined) throw new Error('say where the corpus is: --corpus DIR')

/** Steps that later ones need, or that only concern safety and metadata. */
const NEEDED = new Set(
  'base metadata addresses text sanitise language picture machinery embeds frames notes'.split(' '),
)
const FOLDS = 5
const pages = loadCorpus(values.corpus)
  .filter((_, index) => index % Number(values.every) === 0)
  .map((page) => ({ page, html: page.html() }))
const processorsOf = openProcessors(values.models, FOLDS)
const steps = processorsOf(pages[0]!.page).map(({ name }) => name)
const measures = MEASURES.filter(({ name }) => /^(?:news|WCXB a|trafilatura|author|date|title)/.test(name))
const whole = scoreWithout(undefined)

console.log(
  `${pages.length} pages; gain of each step in hundredths, then pages that it changes for the better and worse`,
)
console.log('step'.padEnd(14) + measures.map(({ name }) => name.replace(/, F1.*/, '').padEnd(19)).join(''))
for (const step of steps.filter((name) => !NEEDED.has(name))) {
  const without = scoreWithout(step)
  const cells = measures.map(({ of }) => (100 * ((of(whole) ?? 0) - (of(without) ?? 0))).toFixed(2).padEnd(19))
  console.log(`${step.padEnd(14)}${cells.join('')}${changes(without)}`)
}

function scoreWithout(step: string | undefined): readonly Scored[] {
  return pages.map(({ page, html }) => {
    const processors = processorsOf(page).filter(({ name }) => name !== step)
    return score(page, readByOurs(html, page, processors))
  })
}

function changes(without: readonly Scored[]): string {
  const differences = whole.map((scored, index) => qualityOf(scored) - qualityOf(without[index]!))
  const better = differences.filter((difference) => difference > 0.001).length
  const worse = differences.filter((difference) => difference < -0.001).length
  return `+${better} -${worse}`
}

function qualityOf({ page, shares, counts }: Scored): number {
  return page.set === 'trafilatura' ? counts.right - counts.wrong : f1Of(shares)
}
