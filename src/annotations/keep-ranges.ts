import type { KeepRanges } from '../entries/entry.ts'
import { mapArticle } from './article-map.ts'
import { strayRanges } from './place-annotations.ts'

/**
 * Writes the ranges of annotations anew where the text became another one and their words stand elsewhere in it, so that
 * apps, which know nothing of the quote, mark the right words too. What is not found stays as it is.
 */
export const keepRanges: KeepRanges = async (tx, owner, id, html) => {
  const rows = await tx
    .selectFrom('annotation')
    .select(['id', 'quote', 'ranges'])
    .where('user_id', '=', owner)
    .where('entry_id', '=', id)
    .execute()
  if (rows.length === 0) return
  const annotations = rows.map((row) => ({ ...row, id: Number(row.id) }))
  for (const [annotation, ranges] of strayRanges(mapArticle(html), annotations)) {
    await tx
      .updateTable('annotation')
      .set({ ranges: JSON.stringify(ranges) })
      .where('user_id', '=', owner)
      .where('id', '=', annotation)
      .execute()
  }
}
