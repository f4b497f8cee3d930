import { create, type Font, type Glyph, type GlyphPosition, type GlyphRun, type Subset } from 'fontkit'

/** First glyph id of the composed letters. All ids of a font are smaller, because OpenType allows 65,535 glyphs. */
const FIRST_COMPOSED_ID = 0x1_00_00

/** A letter composed of one or more glyphs of the font. */
interface Letter {
  readonly parts: readonly [GlyphPart, ...GlyphPart[]]
  readonly advance: number
}

/**
 * Opens a font whose letters and dots are separate glyphs, as in recent Arabic fonts, and composes a distinct glyph for
 * each letter. A PDF maps each glyph to one text, so letters that share a glyph would be confused in search and in
 * copied text.
 * @param bytes bytes of a TrueType file
 * @returns a font for pdfkit
 */
export function composedLetterFont(bytes: Uint8Array): Font {
  const font = withoutGlyphCache(create(bytes))
  const letters: Letter[] = []
  const ids = new Map<string, number>()
  const idOf = (letter: Letter, codePoints: readonly number[]): number => {
    const key = JSON.stringify([letter.parts, codePoints])
    const id = ids.get(key) ?? FIRST_COMPOSED_ID + letters.length
    if (!ids.has(key)) letters.push(letter)
    ids.set(key, id)
    return id
  }
  return Object.create(font, {
    layout: { value: (text: string) => joinParts(font.layout(text), idOf) },
    createSubset: { value: () => letterSubset(font, letters) },
  }) as Font
}

/**
 * Disables the glyph cache of fontkit. The cache maps each glyph to the letter of its first use, but several letters
 * may use the same glyph.
 */
function withoutGlyphCache(font: Font): Font {
  const getGlyph = font.getGlyph.bind(font)
  return Object.assign(font, {
    getGlyph: (id: number, codePoints: readonly number[] = []) => {
      delete font._glyphs[id]
      return getGlyph(id, codePoints)
    },
  })
}

/**
 * Joins the glyphs of each letter. A glyph without text belongs to the preceding letter in logical order. In a
 * right-to-left run, the glyph is listed before that letter.
 */
function joinParts(run: GlyphRun, idOf: (letter: Letter, codePoints: readonly number[]) => number): GlyphRun {
  const isRightToLeft = run.direction === 'rtl'
  const placed = withPens(run)
  if (isRightToLeft) placed.reverse()
  const joined: { glyph: Glyph; position: GlyphPosition }[] = []
  for (let from = 0; from < placed.length;) {
    let to = from + 1
    while (to < placed.length && placed[to]!.glyph.codePoints.length === 0) to++
    joined.push(composeLetter(placed[from]!, placed.slice(from + 1, to), idOf))
    from = to
  }
  if (isRightToLeft) joined.reverse()
  run.glyphs = joined.map(({ glyph }) => glyph)
  run.positions = joined.map(({ position }) => position)
  return run
}

interface PositionedGlyph {
  readonly glyph: Glyph
  readonly position: GlyphPosition
  /** horizontal position of the glyph from the start of the run, in font units */
  readonly x: number
}

function withPens({ glyphs, positions }: GlyphRun): PositionedGlyph[] {
  let pen = 0
  return glyphs.map((glyph, index) => {
    const position = positions[index]!
    const x = pen + position.xOffset
    pen += position.xAdvance
    return { glyph, position, x }
  })
}

function composeLetter(
  base: PositionedGlyph,
  rest: readonly PositionedGlyph[],
  idOf: (letter: Letter, codePoints: readonly number[]) => number,
): { glyph: Glyph; position: GlyphPosition } {
  const others = rest.map(({ glyph, position, x }) => ({
    id: glyph.id,
    x: Math.round(x - base.x),
    y: Math.round(position.yOffset - base.position.yOffset),
    box: glyph.bbox,
  }))
  const { codePoints, advanceWidth, bbox } = base.glyph
  const parts: Letter['parts'] = [{ id: base.glyph.id, x: 0, y: 0, box: bbox }, ...others]
  const id = idOf({ parts, advance: advanceWidth }, codePoints)
  const added = rest.reduce((sum, { position }) => sum + position.xAdvance, 0)
  const position = { ...base.position, xAdvance: base.position.xAdvance + added }
  return { glyph: { id, codePoints, advanceWidth, bbox }, position }
}

/**
 * @returns a subset for an embedded font file. In addition to glyph ids of the font, it accepts the ids of composed
 * letters.
 */
function letterSubset(font: Font, letters: readonly Letter[]): Subset {
  const subset = font.createSubset()
  const numbers = new Map<number, number>()
  const include = subset.includeGlyph.bind(subset)
  const add = subset._addGlyph.bind(subset)
  const letterOf = (id: number): Letter | undefined => letters[id - FIRST_COMPOSED_ID]
  return Object.assign(subset, {
    includeGlyph: (id: number) => {
      if (!letterOf(id)) return include(id)
      const number = numbers.get(id) ?? subset.glyphs.push(id) - 1
      numbers.set(id, number)
      return number
    },
    _addGlyph: (id: number) => {
      const letter = letterOf(id)
      if (!letter) return add(id)
      const bytes = compositeGlyph(letter.parts.map((part) => ({ ...part, id: include(part.id) })))
      subset.glyf.push(bytes)
      subset.loca.offsets.push(subset.offset)
      subset.hmtx.metrics.push({ advance: letter.advance, bearing: Math.round(letter.parts[0].box.minX) })
      subset.offset += bytes.length
      return subset.glyf.length - 1
    },
  })
}

/** A component of a composite glyph. */
interface GlyphPart {
  readonly id: number
  /** offset from the origin of the composite glyph, in font units */
  readonly x: number
  readonly y: number
  /** bounding box of this component only */
  readonly box: { readonly minX: number; readonly minY: number; readonly maxX: number; readonly maxY: number }
}

/**
 * Component flags of the `glyf` table (OpenType 1.9). `OFFSETS_FLAG` combines `ARG_1_AND_2_ARE_WORDS` and
 * `ARGS_ARE_XY_VALUES`; the other flag is `MORE_COMPONENTS`.
 */
const OFFSETS_FLAG = 0x0003
const MORE_COMPONENTS_FLAG = 0x0020

/** @returns the bytes of a composite glyph for the `glyf` table of a TrueType file, padded to a multiple of four */
function compositeGlyph(parts: readonly GlyphPart[]): Uint8Array {
  const bytes = Buffer.alloc(Math.ceil((10 + 8 * parts.length) / 4) * 4)
  const edges = [
    Math.min(...parts.map(({ x, box }) => x + box.minX)),
    Math.min(...parts.map(({ y, box }) => y + box.minY)),
    Math.max(...parts.map(({ x, box }) => x + box.maxX)),
    Math.max(...parts.map(({ y, box }) => y + box.maxY)),
  ]
  bytes.writeInt16BE(-1, 0)
  for (const [index, edge] of edges.entries()) bytes.writeInt16BE(edgeOf(edge), 2 + 2 * index)
  for (const [index, { id, x, y }] of parts.entries()) {
    const at = 10 + 8 * index
    bytes.writeUInt16BE(OFFSETS_FLAG | (index < parts.length - 1 ? MORE_COMPONENTS_FLAG : 0), at)
    bytes.writeUInt16BE(id, at + 2)
    bytes.writeInt16BE(edgeOf(x), at + 4)
    bytes.writeInt16BE(edgeOf(y), at + 6)
  }
  return bytes
}

/** Rounds a coordinate to a signed 16-bit integer. An infinite coordinate becomes 0: fontkit
 * reports an empty glyph with infinite edges. */
function edgeOf(value: number): number {
  return Number.isFinite(value) ? Math.max(-0x8000, Math.min(0x7fff, Math.round(value))) : 0
}
