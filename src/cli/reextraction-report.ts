import { PARTS, type PartCounts } from '../entries/reextraction/compare-parts.ts'
import type { Reextracted, ReextractTotals } from '../entries/reextraction/reextract-entry.ts'

type ReextractedEntry = NonNullable<Reextracted>

/** Prints the results of `dogear reextract` as text or JSON: a line for each entry that is not the same, then totals. */
export class ReextractionReport {
  readonly #print: (line: string) => void
  readonly #format: 'text' | 'json'
  readonly #maxListed: number
  #entries = 0

  /** @param maxListed number of entries to print; further ones are only counted */
  constructor(print: (line: string) => void, format: 'text' | 'json', maxListed: number) {
    this.#print = print
    this.#format = format
    this.#maxListed = maxListed
  }

  addEntry(entry: ReextractedEntry): void {
    if (entry.outcome === 'same') return
    this.#entries += 1
    if (this.#entries > this.#maxListed) return
    this.#print(this.#format === 'json' ? JSON.stringify(entryJson(entry)) : entryLine(entry))
  }

  end(totals: ReextractTotals): void {
    const notListed = Math.max(0, this.#entries - this.#maxListed)
    if (this.#format === 'json') this.#print(JSON.stringify({ totals: { ...totals, notListed } }))
    else for (const line of totalsLines(totals, notListed)) this.#print(line)
  }
}

function entryJson({ owner, ...entry }: ReextractedEntry): object {
  return { userId: owner, ...entry }
}

function entryLine(entry: ReextractedEntry): string {
  const { outcome, id, url, oldWords, newWords, oldTitle, newTitle, note } = entry
  const titles = oldTitle === newTitle ? '' : `${printable(oldTitle)} → ${printable(newTitle)}`
  const parts = [...partList(entry.gained, '+'), ...partList(entry.lost, '-')].join(', ')
  return [outcome, id, url, `${oldWords} → ${newWords} words`, parts, titles, note ?? ''].join('\t').trimEnd()
}

/** Replaces control characters and line breaks, because titles come from untrusted pages. */
function printable(text: string | null): string {
  return (text ?? '').replaceAll(/\p{Cc}/gu, ' ')
}

function totalsLines(totals: ReextractTotals, notListed: number): string[] {
  const { changed, same, kept, skipped, becameReadable, becameUnreadable } = totals
  const gained = partList(totals.gained).join(', ')
  const lost = partList(totals.lost).join(', ')
  return [
    ...(notListed > 0 ? [`${counted(notListed, ['more entry', 'more entries'])} not listed; see --list`] : []),
    `${changed} changed, ${same} unchanged, ${kept} kept their better text, ${skipped} skipped`,
    ...(gained === '' ? [] : [`gained: ${gained}`]),
    ...(lost === '' ? [] : [`lost: ${lost}`]),
    ...(becameReadable > 0 ? [`had no text and have one now: ${counted(becameReadable, ENTRIES)}`] : []),
    ...(becameUnreadable > 0
      ? [`keep their text, although this version finds none on the stored page: ${counted(becameUnreadable, ENTRIES)}`]
      : []),
  ]
}

const ENTRIES = ['entry', 'entries'] as const

/** Singular and plural of each part. */
const PART_NAMES: Readonly<Record<keyof PartCounts, readonly [string, string]>> = {
  paragraphs: ['paragraph', 'paragraphs'],
  headings: ['heading', 'headings'],
  listItems: ['list item', 'list items'],
  pictures: ['picture', 'pictures'],
  tables: ['table', 'tables'],
  codeBlocks: ['code block', 'code blocks'],
  quotations: ['quotation', 'quotations'],
  links: ['link', 'links'],
  characters: ['character', 'characters'],
}

/** @returns the counts above zero with their names, such as `+2 list items` */
function partList(counts: PartCounts, sign = ''): string[] {
  return PARTS.filter((part) => counts[part] > 0).map((part) => `${sign}${counted(counts[part], PART_NAMES[part])}`)
}

function counted(count: number, [one, many]: readonly [string, string]): string {
  return `${count} ${count === 1 ? one : many}`
}
