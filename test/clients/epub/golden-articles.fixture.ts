import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { anEntry } from '../../../src/exports/exported-entry.fixture.ts'
import type { ExportedEntry } from '../../../src/exports/exported-entry.ts'

const GOLDEN = join(import.meta.dirname, '../../../packages/extractor/src/golden')

/** @returns the articles of the golden files of the extractor, with the ids 1, 2, … */
export function goldenArticles(): ExportedEntry[] {
  return globSync('*.expected.txt', { cwd: GOLDEN }).map((name, index) => {
    const text = readFileSync(join(GOLDEN, name), 'utf8')
    const end = text.indexOf('\n}\n') + 2
    const { title, language } = JSON.parse(text.slice(0, end)) as { readonly title: string; readonly language: string }
    return anEntry({ content: text.slice(end + 1), entry: { id: (index + 1) as never, title, language } })
  })
}
