import { readBlocks } from '@dogear/extractor/content'
import type { ExportWriter } from '../export-writer.ts'
import { contentOf, titleOf } from '../exported-entry.ts'
import { plainTextBlocks } from './plain-text-blocks.ts'

/** Line width in characters (wallabag contract, section 8). */
const WIDTH = 100
const BAR = '='.repeat(WIDTH)

/**
 * @returns a writer of plain text: for each entry its title between two lines of `=`, and its text wrapped at 100
 *   characters
 */
export function textFile(): ExportWriter {
  return {
    start: () => [],
    add: (entry) => {
      const text = plainTextBlocks(readBlocks(contentOf(entry)), WIDTH)
      return [Buffer.from(`\n${BAR}\n${titleOf(entry)}\n${BAR}\n\n${text}\n`)]
    },
    end: () => [],
  }
}
