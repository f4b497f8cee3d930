import { readBlocks } from '@dogear/extractor/content'
import type { ExportWriter } from '../export-writer.ts'
import { contentOf, titleOf, type ExportedEntry } from '../exported-entry.ts'
import { wrapText } from './wrap-text.ts'
import { plainTextBlocks } from './plain-text-blocks.ts'

/** Line width in characters (wallabag contract, section 8). */
const LINE_WIDTH = 100
const SEPARATOR_LINE = '='.repeat(LINE_WIDTH)

/**
 * @returns a writer of plain text: for each entry its title between two lines of `=`, its note between brackets, and its
 *   text wrapped at 100 characters
 */
export function textFile(): ExportWriter {
  return {
    start: () => [],
    add: (entry) => {
      const text = plainTextBlocks(readBlocks(contentOf(entry)), LINE_WIDTH)
      return [Buffer.from(`\n${SEPARATOR_LINE}\n${titleOf(entry)}\n${SEPARATOR_LINE}\n\n${noteLines(entry)}${text}\n`)]
    },
    end: () => [],
  }
}

function noteLines({ entry: { note } }: ExportedEntry): string {
  return note === null ? '' : `${wrapText(`[${note}]`, LINE_WIDTH).join('\n')}\n\n`
}
