import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { entryTopic, settledIds } from '../../entries/saving/wait-for-entry.ts'
import type { Database } from '../../db/database.ts'
import type { Signals } from '../../jobs/signals.ts'
import type { EntryId, UserId } from '../../kernel/brand.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Html } from '../../kernel/html.ts'
import { entryCard } from '../cards/entry-card.ts'
import { ownPath } from '../forms/own-path.ts'
import { sendStream, streamPart } from '../layout/stream.ts'
import { sessionOf, wordsFor } from '../web-context.ts'
import { loadCards, type ShowListDeps } from './show-list.ts'
import { siteCover } from '../cards/site-cover.ts'

export interface EventsRoutesDeps extends ShowListDeps {
  readonly database: Database
  readonly signals: Signals
}

interface Watched {
  readonly owner: UserId
  readonly ids: readonly EntryId[]
  /** draws a card as it stands now */
  readonly draw: (id: EntryId) => Promise<Html>
}

type Asked = FastifyRequest<{ Querystring: { readonly ids?: unknown; readonly back?: unknown } }>

/** In milliseconds: how long after its page the copy of a lead picture is waited for. Later, the next list shows it. */
const PATIENCE = 6000

/** Entries that one page watches; a page of a list has 30. */
const MOST_IDS = 100

/** Pages of one user that watch at the same time, in this process. */
const MOST_STREAMS = 20

/** Longest wait for a page, in milliseconds; the browser comes again. */
const LONGEST_MS = 120_000

/** Cards that fill themselves: server-sent events (WHATWG HTML 9.2), and the same as one answer for who cannot. */
export function addEventsRoutes(app: FastifyInstance, deps: EventsRoutesDeps): void {
  const open = new Map<UserId, number>()
  app.get('/events', async (request: Asked, reply) => {
    const watched = watchedBy(deps, request)
    const streams = open.get(watched.owner) ?? 0
    if (streams >= MOST_STREAMS) throw new AppError('too_many_requests', 'too many pages watch')
    open.set(watched.owner, streams + 1)
    reply.hijack()
    try {
      await sendEvents(deps, request, reply, watched)
    } finally {
      const left = (open.get(watched.owner) ?? 1) - 1
      if (left > 0) open.set(watched.owner, left)
      else open.delete(watched.owner)
    }
  })
  app.get('/entry-cards', async (request: Asked, reply) => {
    const { owner, ids, draw } = watchedBy(deps, request)
    const settled = await settledIds(deps.database, owner, ids)
    return sendStream(reply, await Promise.all(settled.map(draw)))
  })
}

function watchedBy(deps: EventsRoutesDeps, request: Asked): Watched {
  const { user, csrfToken } = sessionOf(request)
  const words = wordsFor(request)
  const back = ownPath(request.query.back)
  const texts = typeof request.query.ids === 'string' ? request.query.ids.split(',', MOST_IDS) : []
  const ids = texts.filter((text) => /^[1-9]\d{0,14}$/.test(text)).map((text) => Number(text) as EntryId)
  const draw = async (id: EntryId) => {
    const [card] = await loadCards(deps, user.id, [id])
    return card
      ? streamPart('replace', `entry-${id}`, entryCard(card, { words, csrfToken, back }))
      : streamPart('remove', `entry-${id}`)
  }
  return { owner: user.id, ids: [...new Set(ids)], draw }
}

/** Each card is sent when its page is there, and its picture when we have a copy; the stream ends with the last one, or when its time is up. */
async function sendEvents(
  deps: EventsRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { owner, ids, draw }: Watched,
): Promise<void> {
  const { raw } = reply
  const disconnected = new AbortController()
  raw.once('close', () => disconnected.abort())
  // What every answer carries: whoever takes over an answer sends its head as well.
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // Nobody asks again on it, and a server that stops would wait for it.
    connection: 'close',
  })
  raw.write('retry: 3000\n\n')
  const report = (part: Html | undefined): void => {
    if (part && !raw.writableEnded) raw.write(`data: ${part.toString().replaceAll(/\r?\n/g, '\ndata: ')}\n\n`)
  }
  const watch = async (id: EntryId) => {
    const isSettled = async () => (await settledIds(deps.database, owner, [id])).length > 0
    const isDone = await deps.signals.waitFor(entryTopic(id), isSettled, {
      timeoutMs: LONGEST_MS,
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
    request.log.error({ requestId: request.id, err: error as Error }, 'events broke off')
    raw.destroy()
  }
}

interface LazyCoverDeps extends ShowListDeps {
  readonly signals: Signals
}

/**
 * Waits for our copy of the lead picture of an entry that was just fetched: the pages never load it from its site.
 * @param gone whoever waited is no longer there
 * @returns the cover in place of the one with an initial; nothing where there is no picture, or its copy does not come
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
  if (!(await deps.signals.waitFor(entryTopic(id), isCopied, { timeoutMs: PATIENCE, signal: disconnected })))
    return undefined
  const [card] = await loadCards(deps, owner, [id])
  return card && streamPart('replace', `cover-${id}`, siteCover(card))
}
