import { markdownBlocks, markdownLine, readBlocks } from '@dogear/extractor/content'
import type { ExportWriter } from '../export-writer.ts'
import { contentOf } from '../../entries/listing/content-of.ts'
import { titleOf, type ExportedEntry } from '../exported-entry.ts'

/** @returns a writer of Markdown: for each entry its title, underlined with `=`, its note as a quotation, and its text */
export function markdownFile(): ExportWriter {
  return {
    start: () => [],
    add: (entry) => {
      const title = titleOf(entry)
      const note = noteQuotation(entry)
      const text = markdownBlocks(readBlocks(contentOf(entry)), `entry-${entry.entry.id}-`)
      return [
        Buffer.from(`${markdownLine(title)}\n${'='.repeat(Math.max(3, [...title].length))}\n\n${note}${text}\n\n`),
      ]
    },
    end: () => [],
  }
}

/** @returns the note as a quotation, followed by an empty line; empty if there is none */
function noteQuotation({ entry: { note } }: ExportedEntry): string {
  if (note === null) return ''
  const lines = note.split('\n').map((line) => `> ${markdownLine(line)}`.trimEnd())
  return `${lines.join('\n')}\n\n`
}
