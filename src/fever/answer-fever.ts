import type { FastifyReply, FastifyRequest } from 'fastify'
import { queryOf } from '../http/query-of.ts'
import { commaSeparated, type JsonBody } from '../http/json-body.ts'
import type { SendCached } from '../http/response-cache.ts'
import { sendJsonBytes } from '../http/send-json-bytes.ts'
import { findKeyUser, requireScope, type KeyUser, type KeyUserDeps } from '../keys/key-user.ts'
import { useMd5Key } from '../users/passwords/key-holder.ts'
import { changeItems, feeds, groups, items, savedItemIds, unreadItemIds, type FeverDeps } from './fever-members.ts'
import { parseMark } from './fever-request.ts'
import { FEVER_VERSION } from './fever-version.ts'
import { unixSeconds } from '../kernel/clock.ts'

export type Deps = FeverDeps & KeyUserDeps & { readonly sendCached: SendCached }

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
  const parameters = new URLSearchParams([...queryOf(request.url), ...body])
  parameters.delete('api_key')
  const mark = parseMark(parameters)
  const typed = reply.type('application/json; charset=utf-8')
  // The parameters may be in the body, and the response to a POST request is never a 304.
  const asked = { url: `/fever/?${parameters}`, headers: {} }
  if (!mark) return deps.sendCached(asked, typed, user, () => readMembers(deps, user, parameters))
  requireScope(user, 'write')
  await changeItems(deps, user, mark, request.id)
  const changed = mark.as === 'saved' || mark.as === 'unsaved' ? 'saved_item_ids' : 'unread_item_ids'
  return sendJsonBytes(typed, await readMembers(deps, user, parameters, changed))
}

/**
 * @param changed member that is read besides those in the parameters
 * @returns the response as JSON. Items are JSON already.
 */
async function readMembers(
  deps: Deps,
  user: KeyUser,
  parameters: URLSearchParams,
  changed?: keyof typeof MEMBERS,
): Promise<JsonBody> {
  const asked = Object.entries(MEMBERS).filter(([name]) => parameters.has(name) || name === changed)
  const members = await Promise.all(asked.map(([, read]) => read(deps, user)))
  const now = unixSeconds(deps.clock.now())
  const all: object = Object.assign({ api_version: FEVER_VERSION, auth: 1, last_refreshed_on_time: now }, ...members)
  if (!parameters.has('items')) return Buffer.from(JSON.stringify(all))
  const { items: presented, ...counts } = await items(deps, user, parameters)
  const start = JSON.stringify({ ...all, ...counts }).slice(0, -1)
  return [Buffer.from(`${start},"items":[`), ...commaSeparated(presented), Buffer.from(']}')]
}

function bodyOf({ body }: FastifyRequest): URLSearchParams {
  if (typeof body === 'string') return new URLSearchParams(body)
  const fields = Array.isArray(body) ? (body as [string, unknown][]) : []
  return new URLSearchParams(
    fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as [string, string]] : [])),
  )
}
