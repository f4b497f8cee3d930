import type { LoadEntries } from '../entries/listing/load-entries.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import { slices } from '../kernel/slices.ts'
import { mapArticle } from './article-map.ts'
import type { ListedRow } from './listed-annotation.ts'
import { locateAnnotations } from './locate-annotations.ts'

/** Number of entries whose texts are in memory at the same time. */
const BATCH_SIZE = 5

/**
 * @returns the annotations grouped by entry, in the order of the entry's text. Annotations come last if the text no
 * longer contains their words.
 */
export async function sortByTextPosition(
  loadEntries: LoadEntries,
  owner: UserId,
  rows: readonly ListedRow[],
): Promise<ListedRow[]> {
  const groups = [...Map.groupBy(rows, (row) => Number(row.entry_id) as EntryId)]
  const sorted: ListedRow[] = []
  for await (const batch of slices(groups, BATCH_SIZE)) {
    const ids = batch.filter(([, group]) => group.length > 1).map(([id]) => id)
    const loaded = await loadEntries(owner, ids, { hasContent: true })
    for (const [id, group] of batch) {
      const content = loaded.get(id)?.content
      const html = content ? (JSON.parse(new TextDecoder().decode(content)) as string) : ''
      const places = locateAnnotations(
        mapArticle(html),
        group.map((row) => ({ ...row, id: Number(row.id) })),
      )
      // The note of an entry, whose id is 0, comes before the annotations.
      const startOf = ({ id }: ListedRow): number =>
        Number(id) === 0 ? -1 : (places.get(Number(id))?.[0]?.start ?? Infinity)
      sorted.push(...group.toSorted((one, other) => compare(startOf(one), startOf(other)) || one.id - other.id))
    }
  }
  return sorted
}

const compare = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1)
