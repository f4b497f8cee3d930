/** The kinds of parts of an article that are counted, in the order of the table. */
export const PART_KINDS = [
  'headings',
  'list items',
  'links in text',
  'pictures',
  'captions',
  'tables',
  'code blocks',
  'quotes',
  'notes',
] as const

export type PartKind = (typeof PART_KINDS)[number]

/** A part of an article. */
export interface Part {
  readonly kind: PartKind
  /**
   * What identifies the part: its letters and digits; of a link also the address to which it leads; of a picture the
   * names of its files. Two parts of a kind are the same if they have a key in common.
   */
  readonly keys: readonly string[]
}
