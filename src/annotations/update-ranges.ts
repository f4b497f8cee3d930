import type { UpdateRanges } from '../entries/entry.ts'
import { mapArticle } from './article-map.ts'
import { correctedRanges } from './locate-annotations.ts'

/**
 * Updates the ranges of annotations after the text of an entry has changed, so that they mark the same words again.
 * Apps need this because they locate annotations only by ranges, not by quotes. Ranges stay unchanged if the new text
 * does not contain their quote.
 */
export const updateRanges: UpdateRanges = async (tx, owner, id, html) => {
  const rows = await tx
    .selectFrom('annotation')
    .select(['id', 'quote', 'ranges'])
    .where('user_id', '=', owner)
    .where('entry_id', '=', id)
    .execute()
  if (rows.length === 0) return
  const annotations = rows.map((row) => ({ ...row, id: Number(row.id) }))
  for (const [annotation, ranges] of correctedRanges(mapArticle(html), annotations)) {
    await tx
      .updateTable('annotation')
      .set({ ranges: JSON.stringify(ranges) })
      .where('user_id', '=', owner)
      .where('id', '=', annotation)
      .execute()
  }
}
