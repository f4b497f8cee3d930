import type { CorpusPage } from '../corpus.ts'
import type { Found } from '../baselines.ts'
import { openParts, type KeptParts } from './kept-parts.ts'
import { PART_KINDS, type PartKind } from './part.ts'

/** The parts of a page of the corpus in the result of an extractor. */
interface Counted {
  readonly page: CorpusPage
  readonly parts: KeptParts
}

const GROUPS: Readonly<Record<string, (page: CorpusPage) => boolean>> = {
  articles: ({ kind }) => kind === 'article',
  documentation: ({ kind }) => kind === 'documentation',
  'other kinds': ({ kind }) => kind !== 'article' && kind !== 'documentation',
  'all pages': () => true,
}

/** Counts the parts of the pages whose whole text is annotated, for one extractor. */
export class PartsTable {
  readonly #counted: Counted[] = []

  /** Counts the parts that an extractor kept of a page. Pages of which only phrases are annotated are left out. */
  add(page: CorpusPage, html: string, found: Found): void {
    const { text, title } = page.truth
    const compare = text === undefined ? undefined : openParts({ url: page.url, html, text, title })
    if (compare !== undefined) this.#counted.push({ page, parts: compare(found.content, found.title) })
  }

  /** Prints the share of the parts that are kept as their kind, and the hidden lines that came in. */
  print(extractor: string): void {
    const names = Object.keys(GROUPS)
    console.log(
      `\n${`parts kept as their kind, ${extractor}`.padEnd(42)}${names.map((name) => name.padEnd(18)).join('')}`,
    )
    const row = (name: string, cell: (counted: readonly Counted[]) => string): void => {
      const cells = Object.values(GROUPS).map((isIn) => cell(this.#counted.filter(({ page }) => isIn(page))).padEnd(18))
      console.log(name.padEnd(42) + cells.join(''))
    }
    for (const kind of PART_KINDS) row(kind, (counted) => shareOf(counted, kind))
    row('hidden lines', (counted) => String(counted.flatMap(({ parts }) => parts.hidden).length))
    row('hidden lines that readers can unfold', (counted) =>
      String(counted.flatMap(({ parts }) => parts.folded).length),
    )
  }

  /** Prints the first losses of each kind, and the first hidden lines, each with its page. */
  printLost(limit: number): void {
    for (const kind of PART_KINDS)
      this.#printFirst(kind, limit, ({ counts }) => counts[kind].lost.map(({ keys }) => keys[0] ?? ''))
    this.#printFirst('hidden lines', limit, ({ hidden }) => hidden)
    this.#printFirst('hidden lines that readers can unfold', limit, ({ folded }) => folded)
  }

  #printFirst(name: string, limit: number, textsOf: (parts: KeptParts) => readonly string[]): void {
    const all = this.#counted.flatMap(({ page, parts }) =>
      textsOf(parts).map((text) => `${page.folder}/${page.id} ${page.kind}: ${text.trim().slice(0, 120)}`),
    )
    if (all.length > 0) console.log(`\nlost ${name}:\n${all.slice(0, limit).join('\n')}`)
  }
}

function shareOf(counted: readonly Counted[], kind: PartKind): string {
  const counts = counted.map(({ parts }) => parts.counts[kind])
  const expected = counts.reduce((sum, count) => sum + count.expected, 0)
  const lost = counts.reduce((sum, count) => sum + count.lost.length, 0)
  return expected === 0 ? '-' : `${((100 * (expected - lost)) / expected).toFixed(1)} % of ${expected}`
}
