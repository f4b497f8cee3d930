declare module 'fontkit' {
  interface GlyphPosition {
    xAdvance: number
    yAdvance: number
    xOffset: number
    yOffset: number
  }

  interface Glyph {
    readonly id: number
    /** characters that the glyph represents; empty for a glyph that belongs to the preceding one */
    readonly codePoints: readonly number[]
    readonly advanceWidth: number
    readonly bbox: { readonly minX: number; readonly minY: number; readonly maxX: number; readonly maxY: number }
  }

  interface GlyphRun {
    readonly direction: 'ltr' | 'rtl'
    glyphs: readonly Glyph[]
    positions: readonly GlyphPosition[]
  }

  /** The glyphs of a TrueType font that are to be embedded. */
  interface Subset {
    /** original ids of the glyphs, in the order of the embedded file */
    readonly glyphs: number[]
    /** the tables `glyf`, `loca` and `hmtx`, as written so far */
    readonly glyf: Uint8Array[]
    readonly loca: { readonly offsets: number[] }
    readonly hmtx: { readonly metrics: { readonly advance: number; readonly bearing: number }[] }
    /** number of bytes in `glyf` */
    offset: number
    /** @returns the id of the glyph in the embedded file */
    includeGlyph(id: number): number
    /** Writes a glyph to the tables. */
    _addGlyph(id: number): number
    encode(): Uint8Array
  }

  interface Font {
    /** cache of composed glyphs by id */
    readonly _glyphs: Record<number, Glyph>
    getGlyph(id: number, codePoints?: readonly number[]): Glyph
    layout(text: string): GlyphRun
    createSubset(): Subset
  }

  /** @param font bytes of a TrueType file */
  export function create(font: Uint8Array): Font
}
