import { readFile } from 'node:fs/promises'
import type { Font } from 'fontkit'
import subsetFont from 'subset-font'
import type { FontSubset } from './script-fonts.ts'
import { sfntCharacters } from './sfnt-characters.ts'
import { composedLetterFont } from './distinct-letter-font.ts'

/** Weight of a font: regular or bold (`wght` axis of OpenType). */
export type FontWeight = 400 | 700

export type FontSource = Buffer | Font

/** A font at one weight, ready to be embedded in a PDF. */
interface FontInstance {
  /** font for pdfkit: the bytes of a TrueType file, or a font that fontkit has opened */
  readonly source: FontSource
  /** code points that have a glyph */
  readonly characters: ReadonlySet<number>
}

/**
 * Font tables that are always removed: data for vertical text and style names. `SHAPING_TABLES` contains the tables
 * with layout rules, which are removed if the script does not need them.
 */
const NEVER_NEEDED = ['BASE', 'STAT', 'vhea', 'vmtx']
const SHAPING_TABLES = ['GPOS', 'GSUB']

/** Reads a subset of a variable font at one weight. Takes a few milliseconds. */
export async function fontInstance(subset: FontSubset, weight: FontWeight): Promise<FontInstance> {
  const packed = await readFile(subset.path)
  const bytes = await subsetFont(packed, subset.characters(), {
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
    dropTables: subset.shaping === 'none' ? [...NEVER_NEEDED, ...SHAPING_TABLES] : NEVER_NEEDED,
  })
  const source = subset.shaping === 'in_parts' ? composedLetterFont(bytes) : bytes
  return { source, characters: sfntCharacters(bytes) }
}
