import type { KeepRanges } from '../entries/entry.ts'
import { mapArticle } from './article-map.ts'
import { strayRanges } from './place-annotations.ts'

/**
 * Rewrites the ranges of annotations when a changed text has their words at other positions, so that apps, which ignore
 * the quote, mark the right words too. Ranges whose quote is not found stay unchanged.
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
