declare module 'fontkit' {
  interface GlyphPosition {
    xAdvance: number
    yAdvance: number
    xOffset: number
    yOffset: number
  }

  interface Glyph {
    readonly id: number
    /** characters that the glyph represents; empty for a further part of the preceding glyph */
    readonly codePoints: readonly number[]
    readonly advanceWidth: number
    readonly bbox: { readonly minX: number; readonly minY: number; readonly maxX: number; readonly maxY: number }
  }

  interface GlyphRun {
    readonly direction: 'ltr' | 'rtl'
    glyphs: readonly Glyph[]
    positions: readonly GlyphPosition[]
  }

  /** Collects glyphs of a TrueType font for a file of their own. */
  interface Subset {
    /** ids of the glyphs, in the order of the file */
    readonly glyphs: number[]
    /** parts of the tables `glyf`, `loca` and `hmtx` written so far */
    readonly glyf: Uint8Array[]
    readonly loca: { readonly offsets: number[] }
    readonly hmtx: { readonly metrics: { readonly advance: number; readonly bearing: number }[] }
    /** bytes in `glyf` */
    offset: number
    /** @returns the number of the glyph in the file */
    includeGlyph(id: number): number
    /** Writes one more glyph. */
    _addGlyph(id: number): number
    encode(): Uint8Array
  }

  interface Font {
    /** composed glyphs by id */
    readonly _glyphs: Record<number, Glyph>
    getGlyph(id: number, codePoints?: readonly number[]): Glyph
    layout(text: string): GlyphRun
    createSubset(): Subset
  }

  /** @param font a TrueType file */
  export function create(font: Uint8Array): Font
}
