import type { TextRun, TextStyle } from '@dogear/extractor/content'
import { fontFace, fontFamilyFor, transliterationOf } from './font-families.ts'
import type { FontSubset, ScriptFont } from './script-fonts.ts'
import { readFile } from 'node:fs/promises'
import type { Font } from 'fontkit'
import subsetFont from 'subset-font'
import { sfntCharacters } from './sfnt-characters.ts'
import { clusterFont } from './cluster-font.ts'

/** Text that is drawn in one font. */
export interface FontRun {
  readonly text: string
  readonly font: string
  /** true if the text is a transliteration in Latin letters, because no font has the original characters */
  readonly isTransliterated: boolean
}

type RegisterFont = (name: string, source: FontSource) => void

interface Face {
  /** name of the font; undefined for characters that no font has */
  readonly font: string | undefined
  covers(character: string): boolean
}

/** The font of a character, and whether the character takes the font of the preceding one or is omitted. */
interface Sign {
  readonly face: Face
  readonly isFollower: boolean
  readonly isControl: boolean
}

const NO_FACE: Face = { font: undefined, covers: () => false }

/** Characters drawn in the font of the preceding character: combining marks, joiners and variation selectors. */
const FOLLOWING_CHARACTER = /^[\p{M}\u200c\u200d]$/u
/** Matches text that needs only Latin fonts. The fonts of other scripts must be unpacked, which takes time. */
const LATIN_TEXT = /^[\n\u0020-\u024f\u2013-\u2026]*$/
/**
 * Invisible characters that affect how other characters are drawn: soft hyphen, bidi controls, byte order mark, variation
 * selectors. Fonts draw a soft hyphen as a hyphen, also within a line.
 */
const CONTROL_CHARACTER = /^(?:[\u00ad\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Variation_Selector})$/u

/** Selects the fonts of one document. Fonts of large scripts are unpacked when a text needs them. */
export class PdfFonts {
  readonly #register: RegisterFont
  /** the unpacked fonts by name, at most a few hundred */
  readonly #unpacked = new Map<string, Face>()
  /** font of each character of the current entry, by the key of the style and by the character */
  readonly #signs = new Map<number, Map<string, Sign>>()
  /** paths of the opened fonts that have layout rules */
  readonly #shaped = new Set<string>()
  #scripts: readonly ScriptFont[] = []

  constructor(register: RegisterFont) {
    this.#register = register
  }

  /** Unpacks the fonts that these runs need. `runs` transliterates a character whose font has not been unpacked. */
  async prepare(runs: Iterable<TextRun>, scripts: readonly ScriptFont[]): Promise<void> {
    this.#scripts = scripts
    this.#signs.clear()
    const seen = new Set<string>()
    for (const run of runs) {
      if (LATIN_TEXT.test(run.text)) continue
      const style = styleKey(run)
      for (const character of run.text.normalize('NFC')) {
        const key = `${style} ${character}`
        if (seen.has(key)) continue
        seen.add(key)
        const family = fontFamilyFor(character)
        if (!family) await this.#unpack(character, weightOf(run))
        else if (family.shapedCharacters) await this.#openShaped(fontFace(family, run), family.shapedCharacters)
      }
    }
  }

  /** @returns the text, split where the font changes; control characters are omitted */
  runs(text: string, style: TextStyle): readonly FontRun[] {
    const signs = this.#signsOf(style)
    const runs: { text: string; font: string; isTransliterated: boolean }[] = []
    let before: Face | undefined
    for (const character of text.normalize('NFC')) {
      const sign = signs.get(character) ?? this.#learn(signs, character, style)
      if (sign.isControl) continue
      const face: Face = sign.isFollower && before?.covers(character) === true ? before : sign.face
      before = face
      const shown = shownAs(character, face, style)
      const last = runs.at(-1)
      if (last?.font === shown.font && last.isTransliterated === shown.isTransliterated) last.text += shown.text
      else if (shown.text !== '') runs.push(shown)
    }
    return runs
  }

  /** @param path the font file, which is also the name of the font */
  async #openShaped(path: string, characters: string): Promise<void> {
    if (this.#shaped.has(path)) return
    const bytes = await subsetFont(await readFile(path), characters, {
      targetFormat: 'truetype',
      dropTables: NEVER_NEEDED,
    })
    this.#register(path, clusterFont(bytes))
    this.#shaped.add(path)
  }

  async #unpack(character: string, weight: FontWeight): Promise<void> {
    for (const script of this.#scripts) {
      const subset = script.subsetOf(character.codePointAt(0)!)
      if (subset && (await this.#scriptFace(subset, weight)).covers(character)) return
    }
  }

  async #scriptFace(subset: FontSubset, weight: FontWeight): Promise<Face> {
    const font = nameOf(subset, weight)
    const known = this.#unpacked.get(font)
    if (known) return known
    const { source, characters } = await fontInstance(subset, weight)
    this.#register(font, source)
    const face: Face = { font, covers: (character) => characters.has(character.codePointAt(0)!) }
    this.#unpacked.set(font, face)
    return face
  }

  #signsOf(style: TextStyle): Map<string, Sign> {
    const key = styleKey(style)
    const known = this.#signs.get(key) ?? new Map<string, Sign>()
    this.#signs.set(key, known)
    return known
  }

  #learn(signs: Map<string, Sign>, character: string, style: TextStyle): Sign {
    const face = this.#findFace(character, style)
    const sign = { face, isFollower: FOLLOWING_CHARACTER.test(character), isControl: CONTROL_CHARACTER.test(character) }
    signs.set(character, sign)
    return sign
  }

  #findFace(character: string, style: TextStyle): Face {
    const family = fontFamilyFor(character)
    if (family) return { font: fontFace(family, style), covers: (next) => family.covers.test(next) }
    for (const script of this.#scripts) {
      const subset = script.subsetOf(character.codePointAt(0)!)
      const face = subset && this.#unpacked.get(nameOf(subset, weightOf(style)))
      if (face?.covers(character)) return face
    }
    return NO_FACE
  }
}

function shownAs(character: string, { font }: Face, style: TextStyle): FontRun {
  return font === undefined
    ? { text: transliterationOf(character), font: fontFace(undefined, style), isTransliterated: true }
    : { text: character, font, isTransliterated: false }
}

function weightOf({ isBold, isCode }: TextStyle): FontWeight {
  return isBold === true && isCode !== true ? 700 : 400
}

function nameOf({ name }: FontSubset, weight: FontWeight): string {
  return `${name}-${weight}`
}

function styleKey({ isBold, isItalic, isCode }: TextStyle): number {
  return Number(isBold ?? false) + 2 * Number(isItalic ?? false) + 4 * Number(isCode ?? false)
}

/** Weight of a font: regular or bold (`wght` axis of OpenType). */
type FontWeight = 400 | 700

type FontSource = Buffer | Font

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
async function fontInstance(subset: FontSubset, weight: FontWeight): Promise<FontInstance> {
  const packed = await readFile(subset.path)
  const bytes = await subsetFont(packed, subset.characters(), {
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
    dropTables: subset.isShaped ? NEVER_NEEDED : [...NEVER_NEEDED, ...SHAPING_TABLES],
  })
  const source = subset.isShaped ? clusterFont(bytes) : bytes
  return { source, characters: sfntCharacters(bytes) }
}
