import { create, type Font, type Glyph, type GlyphPosition, type GlyphRun, type Subset } from 'fontkit'

/** First glyph id of the composed glyphs. All ids of a font are smaller, because OpenType allows 65,535 glyphs. */
const FIRST_COMPOSED_ID = 0x1_00_00

/**
 * Maximum number of composed glyphs of a font. PDF gives a glyph two bytes, and the parts need numbers too. Later clusters
 * are drawn glyph by glyph.
 */
const MAX_COMPOSED = 0x80_00
/** Maximum number of characters of a composed glyph. The text of a glyph has at most 512 bytes (Adobe note 5014, 1.4). */
const MAX_CHARACTERS = 32

/** A cluster that is composed of one or more glyphs of the font. Lengths are in font units. */
interface Cluster {
  readonly parts: readonly GlyphPart[]
  readonly advance: number
}

type IdOf = (cluster: Cluster, codePoints: readonly number[]) => number | undefined

/**
 * Opens a font that has layout rules, and composes one glyph for each cluster of its text: a letter with its marks, a
 * syllable of Devanagari, a ligature. A PDF maps each glyph to one text. So PDF readers get the characters of a cluster in
 * logical order, whatever the number, the order and the positions of the glyphs that the font draws it with.
 * @param bytes bytes of a TrueType file. With WOFF, fontkit would unpack all outlines for each glyph
 * @returns a font for pdfkit
 */
export function clusterFont(bytes: Uint8Array): Font {
  const font = withoutGlyphCache(create(bytes))
  const clusters: Cluster[] = []
  const ids = new Map<string, number>()
  const idOf: IdOf = (cluster, codePoints) => {
    const glyphs = cluster.parts.map(({ id, x, y }) => `${id},${x},${y}`).join(' ')
    const key = `${glyphs}/${cluster.advance}/${codePoints.join()}`
    const known = ids.get(key)
    if (known !== undefined || clusters.length === MAX_COMPOSED) return known
    const id = FIRST_COMPOSED_ID + clusters.push(cluster) - 1
    ids.set(key, id)
    return id
  }
  return Object.create(font, {
    layout: {
      value: (text: string) => composeClusters(font.layout(withSplitVowels(text)), text, idOf),
    },
    createSubset: { value: () => clusterSubset(font, clusters) },
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

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Replaces the glyphs of each cluster by one. Fonts reorder glyphs only within a cluster, so the number of characters
 * that the glyphs represent shows where a cluster ends. A glyph without characters belongs to the preceding one.
 */
function composeClusters(run: GlyphRun, text: string, idOf: IdOf): GlyphRun {
  const characters = Array.from(withSplitVowels(text), (character) => character.codePointAt(0)!)
  const ends = clusterEnds(text)
  const isRightToLeft = run.direction === 'rtl'
  const placed = run.glyphs.map((glyph, index) => ({ glyph, position: run.positions[index]! }))
  if (isRightToLeft) placed.reverse()
  const composed: PositionedGlyph[] = []
  let [from, start, end] = [0, 0, 0]
  for (const [index, { glyph }] of placed.entries()) {
    end += glyph.codePoints.length
    const next = placed[index + 1]
    if (next && (!ends.has(end) || next.glyph.codePoints.length === 0)) continue
    const glyphs = placed.slice(from, index + 1)
    const codePoints = withJoinedVowels(characters.slice(start, next ? end : undefined))
    composed.push(
      ...(isRightToLeft
        ? composeCluster(glyphs.toReversed(), inReaderOrder(codePoints), idOf)
        : composeCluster(glyphs, codePoints, idOf)),
    )
    ;[from, start] = [index + 1, end]
  }
  if (isRightToLeft) composed.reverse()
  run.glyphs = composed.map(({ glyph }) => glyph)
  run.positions = composed.map(({ position }) => position)
  return run
}

/**
 * PDF readers collect the characters of a right-to-left line from left to right and reverse them. PDF.js, PDFium and poppler
 * reverse those of one glyph too, unless all are letters, as in a ligature. pypdf does not.
 * @returns the characters of a right-to-left glyph in the order that gives the right text when it is reversed
 */
function inReaderOrder(codePoints: readonly number[]): readonly number[] {
  return codePoints.some((codePoint) => MARK.test(String.fromCodePoint(codePoint)))
    ? codePoints.toReversed()
    : codePoints
}

const MARK = /\p{M}/u

/** @returns the ends of the clusters, as numbers of characters from the start of the text with split vowels */
function clusterEnds(text: string): ReadonlySet<number> {
  let end = 0
  return new Set(Array.from(GRAPHEMES.segment(text), ({ segment }) => (end += [...withSplitVowels(segment)].length)))
}

interface PositionedGlyph {
  readonly glyph: Glyph
  readonly position: GlyphPosition
}

/**
 * @param glyphs glyphs of a cluster from left to right
 * @returns one glyph, or the unchanged glyphs if there can be no more composed glyphs
 */
function composeCluster(
  glyphs: readonly PositionedGlyph[],
  codePoints: readonly number[],
  idOf: IdOf,
): readonly PositionedGlyph[] {
  let pen = 0
  const parts = glyphs.map(({ glyph: { id, bbox }, position }) => {
    const part = { id, x: Math.round(pen + position.xOffset), y: Math.round(position.yOffset), box: bbox }
    pen += position.xAdvance
    return part
  })
  const advanceWidth = Math.round(pen)
  const id = codePoints.length > MAX_CHARACTERS ? undefined : idOf({ parts, advance: advanceWidth }, codePoints)
  if (id === undefined) return glyphs
  const [{ bbox }] = [glyphs[0]!.glyph]
  const position = { xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 }
  return [{ glyph: { id, codePoints, advanceWidth, bbox }, position }]
}

/** Tone marks followed by SARA AM (U+0E33). The ring of SARA AM is drawn below the tone mark. */
const TONE_AND_AM = /([\u0e48-\u0e4b]+)\u0e33/g
const SPLIT_AM = /\u0e4d([\u0e48-\u0e4b]+)\u0e32/g

/**
 * Splits each SARA AM that follows tone marks in two: the ring comes before the tone marks, the stroke after them.
 * Fonts expect this order, and HarfBuzz splits the vowel in the same way.
 * @returns the text with the split vowels
 */
function withSplitVowels(text: string): string {
  return text.includes('\u0e33') ? text.replaceAll(TONE_AND_AM, '\u0e4d$1\u0e32') : text
}

/** @returns the characters as they are typed: the reverse of `withSplitVowels` */
function withJoinedVowels(drawn: readonly number[]): readonly number[] {
  if (!drawn.includes(0x0e4d)) return drawn
  const text = String.fromCodePoint(...drawn).replaceAll(SPLIT_AM, '$1\u0e33')
  return Array.from(text, (character) => character.codePointAt(0)!)
}

/**
 * @returns a subset for an embedded font file. In addition to glyph ids of the font, it accepts the ids of composed
 * glyphs.
 */
function clusterSubset(font: Font, clusters: readonly Cluster[]): Subset {
  const subset = font.createSubset()
  const numbers = new Map<number, number>()
  const include = subset.includeGlyph.bind(subset)
  const add = subset._addGlyph.bind(subset)
  const clusterOf = (id: number): Cluster | undefined => clusters[id - FIRST_COMPOSED_ID]
  return Object.assign(subset, {
    includeGlyph: (id: number) => {
      if (!clusterOf(id)) return include(id)
      const number = numbers.get(id) ?? subset.glyphs.push(id) - 1
      numbers.set(id, number)
      return number
    },
    _addGlyph: (id: number) => {
      const cluster = clusterOf(id)
      if (!cluster) return add(id)
      const bytes = compositeGlyph(cluster.parts.map((part) => ({ ...part, id: include(part.id) })))
      subset.glyf.push(bytes)
      subset.loca.offsets.push(subset.offset)
      subset.hmtx.metrics.push({ advance: cluster.advance, bearing: leftEdge(cluster.parts) })
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
    leftEdge(parts),
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

function leftEdge(parts: readonly GlyphPart[]): number {
  return edgeOf(Math.min(...parts.map(({ x, box }) => x + box.minX)))
}

/** Rounds a coordinate to a signed 16-bit integer. An infinite coordinate becomes 0: fontkit
 * reports an empty glyph with infinite edges. */
function edgeOf(value: number): number {
  return Number.isFinite(value) ? Math.max(-0x8000, Math.min(0x7fff, Math.round(value))) : 0
}
