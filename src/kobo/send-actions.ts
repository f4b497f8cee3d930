import { parseEntryAddress } from '../entries/saving/entry-address.ts'
import { saveEntry, type SaveEntryDeps } from '../entries/saving/save-entry.ts'
import { storeReadingPosition, type FindProgress } from '../entries/changing/store-reading-position.ts'
import type { EntryId } from '../kernel/branded-ids.ts'
import { textIn, type SentFields } from '../keys/sent-fields.ts'
import {
  MAX_ACTIONS,
  parsePocketActions,
  performPocketActions,
  type PocketActionDeps,
} from '../pocket/pocket-actions.ts'
import type { Throttle } from '../throttling/throttle.ts'
import { unmarkAddress } from './article-marker.ts'
import type { KoboUser } from './kobo-user.ts'
import type { FastifyRequest } from 'fastify'
import { StatusError } from '../http/send-error.ts'

export interface SendDeps extends Pick<PocketActionDeps, 'database' | 'clock' | 'jobs' | 'loadEntries'>, SaveEntryDeps {
  readonly savesPerUser: Throttle
  readonly findProgress: FindProgress
}

/** The smallest part of an article that counts as being read. */
const BEGUN_SHARE = 0.01

/**
 * Performs the actions of a device.
 * @returns one result for each action. An action on a deleted entry counts as performed, because the device would repeat it.
 * @throws StatusError 400 for no list of actions, or too many
 */
export async function sendActions(deps: SendDeps, user: KoboUser, fields: SentFields, request: FastifyRequest) {
  const actions = parsePocketActions(fields.get('actions'))
  if (!actions) throw new StatusError(400, `"actions" must be a list of at most ${MAX_ACTIONS} actions.`)
  const { id: owner } = user
  const add: PocketActionDeps['add'] = async (action) => {
    const address = parseEntryAddress(unmarkAddress(textIn(action, 'url') ?? ''))
    await deps.savesPerUser.take(String(owner))
    await saveEntry(deps, { owner, address, fields: {}, requestId: request.id })
  }
  const open = async (id: EntryId) => {
    if ((await deps.findProgress(owner, [id])).has(id)) return
    await storeReadingPosition(deps, { owner, id }, { block: 0, share: BEGUN_SHARE }, deps.clock.now())
  }
  const results = await performPocketActions({ ...deps, add, open, isMissingDone: true }, owner, actions)
  return { status: true, action_results: results }
}
