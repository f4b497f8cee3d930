/**
 * Reads the `cmap` table of a font (OpenType 1.9, chapter cmap). The font must come from a package of Dogear, because
 * the table is not validated completely.
 * @param font bytes of a TrueType file
 * @returns the code points that have a glyph
 * @throws RangeError if the file is truncated
 */
export function sfntCharacters(font: Buffer): ReadonlySet<number> {
  const found = new Set<number>()
  const cmap = tableStart(font, 'cmap')
  if (cmap === undefined) return found
  const count = font.readUInt16BE(cmap + 2)
  for (let index = 0; index < count; index++) {
    const at = cmap + font.readUInt32BE(cmap + 4 + 8 * index + 4)
    const format = font.readUInt16BE(at)
    if (format === 4) readSegments(font, at, found)
    if (format === 12) readGroups(font, at, found)
  }
  return found
}

function tableStart(font: Buffer, name: string): number | undefined {
  const count = font.readUInt16BE(4)
  for (let at = 12; at < 12 + 16 * count; at += 16) {
    if (font.toString('latin1', at, at + 4) === name) return font.readUInt32BE(at + 8)
  }
  return undefined
}

/** Reads format 4, which covers the basic multilingual plane. `doubled` is twice the number of segments. */
function readSegments(font: Buffer, at: number, found: Set<number>): void {
  const doubled = font.readUInt16BE(at + 6)
  const [ends, starts] = [at + 14, at + 16 + doubled]
  for (let offset = 0; offset < doubled; offset += 2) {
    const last = font.readUInt16BE(ends + offset)
    const first = font.readUInt16BE(starts + offset)
    for (let code = first; code <= last; code++) if (hasGlyph(font, starts + offset, doubled, code)) found.add(code)
  }
}

/**
 * @param start offset of the first code of the segment. The delta of the segment is `doubled` bytes after it, and the
 * range offset `2 * doubled` bytes.
 * @param doubled twice the number of segments
 */
function hasGlyph(font: Buffer, start: number, doubled: number, code: number): boolean {
  const delta = font.readUInt16BE(start + doubled)
  const rangeAt = start + 2 * doubled
  const range = font.readUInt16BE(rangeAt)
  if (range === 0) return ((code + delta) & 0xffff) !== 0
  const glyph = rangeAt + range + 2 * (code - font.readUInt16BE(start))
  return glyph + 2 <= font.length && font.readUInt16BE(glyph) !== 0
}

/** Reads format 12, which covers all planes. */
function readGroups(font: Buffer, at: number, found: Set<number>): void {
  const count = font.readUInt32BE(at + 12)
  for (let group = at + 16; group < at + 16 + 12 * count; group += 12) {
    const [first, last] = [font.readUInt32BE(group), font.readUInt32BE(group + 4)]
    const glyph = font.readUInt32BE(group + 8)
    for (let code = first; code <= last; code++) if (glyph + code - first !== 0) found.add(code)
  }
}
