import { readFile } from 'node:fs/promises'
import type { Font } from 'fontkit'
import subsetFont from 'subset-font'
import type { FontSubset } from './script-fonts.ts'
import { sfntCharacters } from './sfnt-characters.ts'
import { wholeLetterFont } from './whole-letters.ts'

/** Regular and bold (OpenType, `wght`). */
export type FontWeight = 400 | 700

export type FontSource = Buffer | Font

/** A font of one weight, as it can be embedded. */
export interface FontInstance {
  /** font for pdfkit: a TrueType file, or an open font */
  readonly source: FontSource
  /** code points with a glyph */
  readonly characters: ReadonlySet<number>
}

/** Font tables that are dropped: for vertical text and style names, and for scripts without shaping also their layout. */
const NEVER_NEEDED = ['BASE', 'STAT', 'vhea', 'vmtx']
const SHAPING = ['GPOS', 'GSUB']

/** Unpacks a file of a variable font and pins it to one weight. Takes some milliseconds. */
export async function fontInstance(subset: FontSubset, weight: FontWeight): Promise<FontInstance> {
  const packed = await readFile(subset.path)
  const bytes = await subsetFont(packed, subset.characters(), {
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
    dropTables: subset.shaping === 'none' ? [...NEVER_NEEDED, ...SHAPING] : NEVER_NEEDED,
  })
  const source = subset.shaping === 'in_parts' ? wholeLetterFont(bytes) : bytes
  return { source, characters: sfntCharacters(bytes) }
}
