import { markdownBlocks, markdownLine, readBlocks } from '@dogear/extractor/content'
import type { ExportWriter } from '../export-writer.ts'
import { contentOf, titleOf } from '../exported-entry.ts'

/** @returns a writer of Markdown: for each entry its title, underlined with `=`, and its text */
export function markdownFile(): ExportWriter {
  return {
    start: () => [],
    add: (entry) => {
      const title = titleOf(entry)
      const text = markdownBlocks(readBlocks(contentOf(entry)))
      return [Buffer.from(`${markdownLine(title)}\n${'='.repeat(Math.max(3, [...title].length))}\n\n${text}\n\n`)]
    },
    end: () => [],
  }
}
