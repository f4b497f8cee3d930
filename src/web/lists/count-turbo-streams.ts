import type { ListCounts } from '../../entries/listing/count-lists.ts'
import type { ListOwner } from '../../entries/listing/list-entries.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { html, type Html } from '../../kernel/html.ts'
import type { Localization } from '../layout/localization.ts'

export interface CountDeps {
  /** returns the user's current revision */
  readonly currentRevision: (owner: UserId) => Promise<number>
  readonly countLists: (owner: ListOwner) => Promise<ListCounts>
}

/**
 * @returns Turbo Streams that update the numbers of entries: in the navigation rail, beside the page's title, and in the
 *   bar for actions on many entries
 */
export async function countParts(
  { currentRevision, countLists }: CountDeps,
  id: UserId,
  words: Localization,
): Promise<Html[]> {
  const counts = await countLists({ id, revision: await currentRevision(id) })
  return Object.entries(counts).flatMap(([place, count]) => [
    update('count', place, words.t('frame.count', { count })),
    update('count-of', place, words.t('list.count', { count })),
    update('whole-of', place, words.t('bulk.whole', { count })),
  ])
}

const update = (mark: 'count' | 'count-of' | 'whole-of', place: string, text: string): Html =>
  html`<turbo-stream action="update" targets="[data-${mark}='${place}']"><template>${text}</template></turbo-stream>`
