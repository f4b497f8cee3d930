import type { FastifyReply, FastifyRequest } from 'fastify'
import { commaSeparated } from '../http/json-body.ts'
import { sendJsonBytes } from '../http/send-json-bytes.ts'
import { findKeyUser, requireScope, type KeyUser, type KeyUserDeps } from '../keys/key-user.ts'
import { useMd5Key } from '../users/passwords/key-holder.ts'
import { changeItems, feeds, groups, items, savedItemIds, unreadItemIds, type FeverDeps } from './fever-members.ts'
import { parseMark } from './fever-request.ts'
import { FEVER_VERSION } from './fever-version.ts'

export type Deps = FeverDeps & KeyUserDeps

/** The members that a parameter without a value adds to the response. */
const MEMBERS: Readonly<Record<string, (deps: Deps, user: KeyUser) => Promise<object>>> = {
  groups,
  feeds,
  // Icons are addresses here, and this API sends files.
  favicons: async () => ({ favicons: [] }),
  links: async () => ({ links: [] }),
  unread_item_ids: unreadItemIds,
  saved_item_ids: savedItemIds,
}

/**
 * Changes items and reads members, as the parameters ask. The response to a change contains the ids of all items in the state
 * that was changed; freshrss_api 2.0.5 (PyPI) reports an error without them.
 */
export async function answerFever(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const body = bodyOf(request)
  const holder = await useMd5Key(deps, 'fever_key_hash', body.get('api_key') ?? '')
  const user = await findKeyUser(deps, request, holder)
  if (!user) return { api_version: FEVER_VERSION, auth: 0 }
  requireScope(user, 'read')
  const parameters = new URLSearchParams([...queryOf(request), ...body])
  const mark = parseMark(parameters)
  if (mark) {
    requireScope(user, 'write')
    await changeItems(deps, user, mark, request.id)
  }
  const changed = mark && (mark.as === 'saved' || mark.as === 'unsaved' ? 'saved_item_ids' : 'unread_item_ids')
  const asked = Object.entries(MEMBERS).filter(([name]) => parameters.has(name) || name === changed)
  const members = await Promise.all(asked.map(([, read]) => read(deps, user)))
  const now = Math.floor(deps.clock.now().getTime() / 1000)
  const all: object = Object.assign({ api_version: FEVER_VERSION, auth: 1, last_refreshed_on_time: now }, ...members)
  return parameters.has('items') ? withItems(all, await items(deps, user, parameters), reply) : all
}

/** Adds items, which are JSON already. */
function withItems(
  members: object,
  { items: presented, ...counts }: Awaited<ReturnType<typeof items>>,
  reply: FastifyReply,
): FastifyReply {
  const start = JSON.stringify({ ...members, ...counts }).slice(0, -1)
  const body = [Buffer.from(`${start},"items":[`), ...commaSeparated(presented), Buffer.from(']}')]
  return sendJsonBytes(reply.type('application/json; charset=utf-8'), body)
}

function queryOf({ url }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')
}

function bodyOf({ body }: FastifyRequest): URLSearchParams {
  if (typeof body === 'string') return new URLSearchParams(body)
  const fields = Array.isArray(body) ? (body as [string, unknown][]) : []
  return new URLSearchParams(
    fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as [string, string]] : [])),
  )
}
