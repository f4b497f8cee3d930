import type { ServerResponse } from 'node:http'
import { parseIds } from '../../kernel/parse-id.ts'
import { entryTopic, idsWithoutPendingFetch } from '../../entries/saving/wait-for-fetch.ts'
import type { Database } from '../../db/database.ts'
import type { Signals } from '../../signals/signals.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { sendEvent, StreamLimit } from '../../http/event-stream.ts'
import { html, type Html } from '../../kernel/html.ts'
import { entryCard } from '../cards/entry-card.ts'
import { fetchMessageId, fetchOutcome } from '../cards/fetch-outcome.ts'
import { safeReturnPath } from '../forms/safe-return-path.ts'
import { streamPart } from '../layout/turbo-stream.ts'
import { sessionOf, localizationFor } from '../web-context.ts'
import { streamResponse } from '../web-response.ts'
import { excerptLength } from '../../entries/listing/excerpt.ts'
import { loadCards, type ShowListDeps } from './show-list.ts'
import { siteCover } from '../cards/site-cover.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'

export interface FetchEventsRoutesDeps extends ShowListDeps {
  readonly database: Database
  readonly signals: Signals
}

interface Watched {
  readonly owner: UserId
  readonly ids: readonly EntryId[]
  /** returns a Turbo Stream that redraws the card of an entry in its current state */
  readonly draw: (id: EntryId) => Promise<Html>
}

/**
 * Milliseconds to wait for the copy of a lead picture, after the page has been fetched. A copy that takes longer
 * appears when the list is loaded again.
 */
const COPY_TIMEOUT_MS = 6000

/** Maximum number of entries that one request can watch. Further entries are ignored. A page of a list contains 30. */
const MAX_IDS = 100

/** Maximum number of open event streams of one user in this process. Further ones are refused with status 429. */
const MAX_STREAMS = 20

/** Maximum duration of an event stream in milliseconds. The browser then reconnects. */
const MAX_MS = 120_000

/**
 * Adds the routes that update the card of an entry after its page was fetched. `/events` is an event stream (HTML
 * standard, section 9.2). `/entry-cards` answers once, with the cards that are ready.
 */
export function addFetchEventsRoutes(routes: ServerRoutes, deps: FetchEventsRoutesDeps): void {
  const limit = new StreamLimit(MAX_STREAMS)
  routes.events('/events', async (request, start) => {
    const watched = watchedBy(deps, request)
    const release = limit.open(watched.owner)
    try {
      await sendEvents(deps, request, watched, start)
    } finally {
      release()
    }
  })
  routes.get('/entry-cards', async (request) => {
    const { owner, ids, draw } = watchedBy(deps, request)
    const settled = await idsWithoutPendingFetch(deps.database, owner, ids)
    return streamResponse(await Promise.all(settled.map(draw)))
  })
}

function watchedBy(deps: FetchEventsRoutesDeps, request: ServerRequest): Watched {
  const { user, csrfToken, preferences } = sessionOf(request)
  const words = localizationFor(request)
  const { ids: asked, back: given } = request.query
  const back = safeReturnPath(given)
  const texts = typeof asked === 'string' ? asked.split(',', MAX_IDS) : []
  const ids = parseIds<EntryId>(texts)
  const draw = async (id: EntryId) => {
    const [card] = await loadCards(deps, user.id, [id], { excerpt: excerptLength(preferences) })
    if (!card) return streamPart('remove', `entry-${id}`)
    return html`
      ${streamPart('replace', `entry-${id}`, entryCard(card, { words, csrfToken, back }))}
      ${streamPart('update', fetchMessageId(id), fetchOutcome(card.fetch, words.t))}
    `
  }
  return { owner: user.id, ids: [...new Set(ids)], draw }
}

/**
 * Sends each card as soon as its page has been fetched, and later its lead picture. The stream ends after the last card
 * or at the time limit.
 */
async function sendEvents(
  deps: FetchEventsRoutesDeps,
  request: ServerRequest,
  { owner, ids, draw }: Watched,
  start: () => ServerResponse,
): Promise<void> {
  const raw = start()
  const disconnected = new AbortController()
  raw.once('close', () => disconnected.abort())
  const report = (part: Html | undefined): void => {
    if (part) sendEvent(raw, part.toString())
  }
  const watch = async (id: EntryId) => {
    const isSettled = async () => (await idsWithoutPendingFetch(deps.database, owner, [id])).length > 0
    const isDone = await deps.signals.waitFor(entryTopic(id), isSettled, {
      timeoutMs: MAX_MS,
      signal: disconnected.signal,
    })
    if (!isDone) return
    report(await draw(id))
    report(await lazyCover(deps, owner, id, disconnected.signal))
  }
  try {
    await Promise.all(ids.map(watch))
    raw.end('event: end\ndata: all\n\n')
  } catch (error) {
    request.log.error({ requestId: request.id, err: error as Error }, 'the event stream failed')
    raw.destroy()
  }
}

interface LazyCoverDeps extends ShowListDeps {
  readonly signals: Signals
}

/**
 * Waits until the server has copied an entry's lead picture, because pages show only copies. Does not wait if pages may
 * load pictures from other sites (`hasRemoteImages`).
 * @param disconnected aborted when the client disconnects
 * @returns a Turbo Stream that shows the picture instead of the site's initial; undefined if the entry has no picture,
 *   or if copying takes too long
 */
async function lazyCover(
  deps: LazyCoverDeps,
  owner: UserId,
  id: EntryId,
  disconnected: AbortSignal,
): Promise<Html | undefined> {
  if (deps.hasRemoteImages) return undefined
  const entry = (await deps.loadEntries(owner, [id], { hasContent: false })).get(id)?.entry
  if (!entry?.previewPicture) return undefined
  const wanted = [{ id, previewPicture: entry.previewPicture, siteIcon: null }]
  const isCopied = async () => (await deps.findCopies(owner, wanted)).get(id)?.lead !== undefined
  if (!(await deps.signals.waitFor(entryTopic(id), isCopied, { timeoutMs: COPY_TIMEOUT_MS, signal: disconnected })))
    return undefined
  const [card] = await loadCards(deps, owner, [id])
  return card && streamPart('replace', `cover-${id}`, siteCover(card))
}
