/** A component of a composite glyph. */
export interface GlyphPart {
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
export function compositeGlyph(parts: readonly GlyphPart[]): Uint8Array {
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
