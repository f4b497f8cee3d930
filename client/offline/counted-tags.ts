import type { CountedTag } from '../../src/tags/list-tags.ts'
import type { Library } from './library.ts'

/** @returns the tags of the library with their entry counts, sorted by label */
export function countedTags({ entries }: Library): CountedTag[] {
  const counted = new Map<string, CountedTag>()
  for (const { tags } of entries.values()) {
    for (const tag of tags) {
      const known = counted.get(tag.label)
      counted.set(tag.label, { ...(known && known.id !== 0 ? known : tag), entries: (known?.entries ?? 0) + 1 })
    }
  }
  return [...counted.values()].toSorted((one, other) => (one.label < other.label ? -1 : 1))
}
