/**
 * Measures what each rule contributes, by leaving out one rule at a time: `node bench/ablation.ts --corpus DIR
 * [--models DIR] [--every 3] [--only REGEXP]`. `--every N` uses only every Nth page, and `--only REGEXP` only rules
 * with matching names. The printed numbers are the score with the rule minus the score without it: a rule with a
 * positive number helps. Rules for the structure of a text (code, footnotes, captions) show no effect here; the
 * benchmark of structure (`printStructure` in bench/run.ts) measures them.
 *
 * Each rule is removed from the source of a copy of this package, so that the program itself needs no switches.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { MEASURES, type Scored } from './quality-measures.ts'
import { RULES, type Rule } from './ablated-rules.ts'
import { f1Of } from './text-scores.ts'

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    models: { type: 'string' },
    every: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
})
if (values.corpus === undefined) throw new Error('say where the corpus is: --corpus DIR')

const PACKAGE = join(import.meta.dirname, '..')
const MODULES = join(PACKAGE, '../../node_modules')
const benchOptions = ['--corpus', values.corpus, '--every', values.every, '--extractors', 'ours', '--passes', '0']
if (values.models !== undefined) benchOptions.push('--models', values.models)
const measures = MEASURES.filter(({ name }) => /^(?:news|WCXB a|trafilatura|(?:author|date|title) \(wcxb)/.test(name))
const whole = scoresWithout(undefined)
console.log(`${whole.size} pages; gain of each rule in hundredths, then the pages that it makes better and worse`)
console.log('rule'.padEnd(36) + measures.map(({ name }) => name.replace(/, F1.*/, '').padEnd(19)).join(''))
for (const rule of RULES.filter(({ name }) => new RegExp(values.only).test(name))) {
  const without = scoresWithout(rule)
  const gains = measures.map(({ of }) => 100 * ((of([...whole.values()]) ?? 0) - (of([...without.values()]) ?? 0)))
  console.log(rule.name.padEnd(36) + gains.map((gain) => gain.toFixed(2).padEnd(19)).join('') + changes(without))
}

type Scores = ReadonlyMap<string, Scored>

/** Runs the benchmark in a copy of this package without the given rule; with all rules if `rule` is undefined. */
function scoresWithout(rule: Rule | undefined): Scores {
  const folder = mkdtempSync(join(tmpdir(), 'ablation-'))
  try {
    for (const part of ['src', 'bench', 'package.json'])
      cpSync(join(PACKAGE, part), join(folder, part), { recursive: true })
    symlinkSync(MODULES, join(folder, 'node_modules'))
    if (rule !== undefined) leaveOut(rule, folder)
    const out = join(folder, 'scores.json')
    const run = spawnSync(process.execPath, [join(folder, 'bench/run.ts'), ...benchOptions, '--out', out])
    if (run.status !== 0) throw new Error(`without the rule ${rule?.name}: ${run.stderr.toString().slice(0, 2000)}`)
    const scores = JSON.parse(readFileSync(out, 'utf8')) as { readonly ours: Record<string, Scored> }
    return new Map(Object.entries(scores.ours))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function leaveOut({ name, file, text, replacement }: Rule, folder: string): void {
  const path = join(folder, file)
  const parts = readFileSync(path, 'utf8').split(text)
  if (parts.length !== 2) throw new Error(`${file} contains the text of the rule "${name}" ${parts.length - 1} times`)
  writeFileSync(path, parts.join(replacement))
}

function changes(without: Scores): string {
  const differences = [...whole].map(([id, scored]) => qualityOf(scored) - qualityOf(without.get(id)!))
  const better = differences.filter((difference) => difference > 0.001).length
  const worse = differences.filter((difference) => difference < -0.001).length
  return `+${better} -${worse}`
}

/** @returns the score of the text, plus 1 for each correct metadata value, minus 1 for an invented author */
function qualityOf({ page, shares, counts, facts, hasInventedAuthor }: Scored): number {
  const text = page.set === 'trafilatura' ? counts.right - counts.wrong : f1Of(shares)
  return text + Object.values(facts).filter(Boolean).length - Number(hasInventedAuthor ?? false)
}
