/**
 * Writes the training data of the model: `node training/export-lines.ts CORPUS FOLDER`. The files in FOLDER are
 * `rows.f32` with the features of all lines, `labels.f32` and `weights.f32` with their labels and weights, `words.i32`
 * with the numbers of the words at each place of each line, and `pages.json` with the list of pages. The features of
 * words are 0, because `train.py` learns their scores.
 */
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadCorpus, type CorpusPage } from '../bench/corpus.ts'
import { foldOf } from '../bench/cross-validation-folds.ts'
import { extractPage, defaultWork } from '../src/extract-page.ts'
import type { Draft } from '../src/extraction-draft.ts'
import { linesOfDraft, type DraftLines } from '../src/lines/draft-lines.ts'
import { FEATURES, lineFeatures } from '../src/lines/line-features.ts'
import { NO_WORDS, readLineWords } from '../src/lines/word-scores.ts'
import { labelLines } from './label-lines.ts'
import { WORD_SOURCES, WordIds } from './word-ids.ts'

const [corpus, folder] = process.argv.slice(2)
if (corpus === undefined || folder === undefined) throw new Error('usage: node training/export-lines.ts CORPUS FOLDER')
mkdirSync(folder, { recursive: true })
const streams = ['rows.f32', 'labels.f32', 'weights.f32', 'words.i32'].map((name) =>
  createWriteStream(join(folder, name)),
)
const ids = new WordIds()
const pages: object[] = []
for (const page of loadCorpus(corpus)) {
  const found = readLines(page)
  if (found === undefined) continue
  const { labels, weights } = labelLines(found.page.lines, page.truth)
  const words: number[] = []
  readLineWords(found.page, (line) => words.push(...ids.write(line)))
  const arrays = [lineFeatures(found.page, found.context, NO_WORDS), labels, weights, Int32Array.from(words)]
  for (const [index, array] of arrays.entries()) streams[index]!.write(Buffer.from(array.buffer))
  pages.push({
    id: `${page.folder}/${page.id}`,
    set: page.set,
    kind: page.kind,
    fold: foldOf(page, 5),
    lines: labels.length,
  })
}
writeFileSync(
  join(folder, 'pages.json'),
  JSON.stringify({ features: FEATURES, places: WORD_SOURCES, words: ids.list(), pages }),
)
for (const stream of streams) await new Promise((resolve) => stream.end(resolve))

/** @returns the lines of a page after all steps before the model; undefined if the page has none */
function readLines({ html, url }: CorpusPage): DraftLines | undefined {
  const text = html()
  const { page, processors } = defaultWork(text, 'full')
  const before = processors.slice(0, processors.findIndex(({ name }) => name === 'unrelated lines') + 1)
  let last: Draft | undefined
  const watch = { name: 'watch', run: (draft: Draft) => ((last = draft), { draft, note: '' }) }
  extractPage({ url, text, mimetype: 'text/html' }, [], { page, processors: [...before, watch] })
  return last && linesOfDraft(last)
}
