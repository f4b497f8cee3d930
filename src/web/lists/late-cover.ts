import type { EntryId, UserId } from '../../kernel/brand.ts'
import type { Html } from '../../kernel/html.ts'
import { entryTopic } from '../../entries/saving/entry-topic.ts'
import type { Signals } from '../../jobs/signals.ts'
import { siteCover } from '../cards/site-cover.ts'
import { streamPart } from '../layout/stream.ts'
import { loadCards, type ShowListDeps } from './show-list.ts'

export interface LateCoverDeps extends ShowListDeps {
  readonly signals: Signals
}

/** In milliseconds: how long after its page the copy of a lead picture is waited for. Later, the next list shows it. */
const PATIENCE = 6000

/**
 * Waits for our copy of the lead picture of an entry that was just fetched: the pages never load it from its site.
 * @param gone whoever waited is no longer there
 * @returns the cover in place of the one with an initial; nothing where there is no picture, or its copy does not come
 */
export async function lateCover(
  deps: LateCoverDeps,
  owner: UserId,
  id: EntryId,
  gone: AbortSignal,
): Promise<Html | undefined> {
  if (deps.hasRemoteImages) return undefined
  const entry = (await deps.loadEntries(owner, [id], { hasContent: false })).get(id)?.entry
  if (!entry?.previewPicture) return undefined
  const wanted = [{ id, previewPicture: entry.previewPicture, siteIcon: null }]
  const isCopied = async () => (await deps.findCopies(owner, wanted)).get(id)?.lead !== undefined
  if (!(await deps.signals.waitFor(entryTopic(id), isCopied, { timeoutMs: PATIENCE, signal: gone }))) return undefined
  const [card] = await loadCards(deps, owner, [id])
  return card && streamPart('replace', `cover-${id}`, siteCover(card))
}
