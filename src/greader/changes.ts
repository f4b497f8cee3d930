import { changeMany, type ChangeManyDeps, type ManyAction } from '../entries/changing/change-many.ts'
import { parseAbsoluteAddress } from '../entries/saving/entry-address.ts'
import { saveEntry, type SaveEntryDeps } from '../entries/saving/save-entry.ts'
import { currentRevision } from '../entries/listing/count-lists.ts'
import { removeTagOfAll, renameTag } from '../entries/undoable-actions/change-tag.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import type { TagId } from '../kernel/branded-ids.ts'
import type { KeyUser } from '../keys/key-user.ts'
import { unlistedSite } from '../subscriptions/list-subscriptions.ts'
import { archiveItems } from '../subscriptions/list-items.ts'
import type { Throttle } from '../throttling/throttle.ts'
import { parseItemIds } from './item-id.ts'
import { feedStream, joinSelections, parseStream, requireTag, streamSelection, type Stream } from './stream.ts'
import { timeIn } from './stream-request.ts'
import type { SubscriptionListDeps } from './subscriptions.ts'

export interface ChangeDeps extends SubscriptionListDeps, ChangeManyDeps, SaveEntryDeps {
  readonly savesPerUser: Throttle
}

export interface Change {
  readonly parameters: URLSearchParams
  readonly requestId: string
}

/**
 * Adds the items `i` to the streams `a`, and removes them from the streams `r`: archives, stars and tags entries.
 * @throws AppError `invalid_input`; then nothing has changed
 */
export async function editTag(deps: ChangeDeps, user: KeyUser, { parameters, requestId }: Change): Promise<string> {
  const ids = parseItemIds(parameters.getAll('i'))
  const actions = actionsOf(parameters.getAll('a').map(parseStream), parameters.getAll('r').map(parseStream))
  for (const action of actions) await changeMany(deps, user.id, ids, { action, requestId })
  return 'OK'
}

function actionsOf(added: readonly Stream[], removed: readonly Stream[]): ManyAction[] {
  if (added.length + removed.length === 0) throw new AppError('invalid_input', 'the parameters "a" and "r" are missing')
  const states = new Map<string, ManyAction>()
  const set = (key: string, action: ManyAction) => {
    if ((states.get(key)?.kind ?? action.kind) !== action.kind) {
      throw new AppError('invalid_input', 'a stream cannot be added and removed at once')
    }
    states.set(key, action)
  }
  for (const stream of added) setState(stream, { isAdded: true, set })
  for (const stream of removed) setState(stream, { isAdded: false, set })
  return [...states.values()]
}

interface StateSetter {
  readonly isAdded: boolean
  readonly set: (key: string, action: ManyAction) => void
}

/** States that are not known here, such as `like`, are ignored, because apps set them along with others. */
function setState(stream: Stream, { isAdded, set }: StateSetter): void {
  if (stream.kind === 'subscription') throw new AppError('invalid_input', 'an item cannot change its subscription')
  if (stream.kind === 'label') {
    const label = requireTag(stream.label)
    return set(`tag ${label}`, { kind: isAdded ? 'tag' : 'untag', labels: [label] })
  }
  if (stream.state === 'read') return set('read', { kind: isAdded ? 'archive' : 'unarchive' })
  if (stream.state === 'kept-unread' && isAdded) return set('read', { kind: 'unarchive' })
  return stream.state === 'starred' ? set('starred', { kind: isAdded ? 'star' : 'unstar' }) : undefined
}

/** Archives all entries of the stream `s` that were saved until the time `ts`. The user can undo it in the history. */
export async function markAllAsRead(
  deps: ChangeDeps,
  user: KeyUser,
  { parameters, requestId }: Change,
): Promise<string> {
  const until = timeIn(parameters, 'ts')
  const stream = streamSelection(parseStream(parameters.get('s') ?? ''))
  await archiveItems(deps, user, joinSelections([stream, until ? { savedUntil: until } : {}]), requestId)
  return 'OK'
}

/** Saves the page with the address `quickadd`. */
export async function quickAdd(deps: ChangeDeps, user: KeyUser, { parameters, requestId }: Change) {
  const address = (parameters.get('quickadd') ?? '').replace(/^feed\//, '')
  const { id, title } = await savePage(deps, user, { address, requestId })
  return { numResults: 1, query: address, streamId: feedStream(id), streamName: title }
}

/**
 * `ac=subscribe` saves the page with the address in `s`, with the title `t` and the label `a`. Other changes of
 * subscriptions are refused, because sites and collections cannot be changed here.
 */
export async function editSubscription(
  deps: ChangeDeps,
  user: KeyUser,
  { parameters, requestId }: Change,
): Promise<string> {
  if (parameters.get('ac') !== 'subscribe') {
    throw new AppError('invalid_input', 'Sites and collections cannot be changed here. Change them in Dogear.')
  }
  const labels = parameters.getAll('a').filter((text) => text !== '')
  const tags = labels.map(parseStream).map((stream) => {
    if (stream.kind !== 'label') throw new AppError('invalid_input', 'the parameter "a" is not the id of a label')
    return requireTag(stream.label)
  })
  const address = (parameters.get('s') ?? '').replace(/^feed\//, '')
  await savePage(deps, user, { address, requestId, tags, title: parameters.get('t') ?? '' })
  return 'OK'
}

interface Page {
  readonly address: string
  readonly requestId: string
  readonly tags?: readonly string[]
  readonly title?: string
}

/** @returns the site of the saved page */
async function savePage(deps: ChangeDeps, user: KeyUser, { address: sent, requestId, tags = [], title = '' }: Page) {
  const address = parseAbsoluteAddress(sent)
  await deps.savesPerUser.take(String(user.id))
  const fields = { ...(title !== '' && { title: title.slice(0, MAX_TITLE) }), ...(tags.length > 0 && { tags }) }
  await saveEntry(deps, { owner: user.id, address, fields, requestId })
  const revision = await currentRevision(deps.database, user.id)
  const { hostname } = new URL(address.url)
  return (await deps.listSubscriptions({ id: user.id, revision })).ofHost(hostname) ?? unlistedSite(hostname)
}

const MAX_TITLE = 512

/** Renames the label `s` or `t` to `dest`. */
export async function renameLabel(deps: ChangeDeps, user: KeyUser, { parameters }: Change): Promise<string> {
  const to = parseStream(parameters.get('dest') ?? '')
  if (to.kind !== 'label') throw new AppError('invalid_input', 'the parameter "dest" is not the id of a label')
  await renameTag(deps, user.id, await requestedTag(deps, user, parameters), requireTag(to.label))
  return 'OK'
}

/** Removes the label `s` or `t` from all entries. */
export async function disableLabel(deps: ChangeDeps, user: KeyUser, { parameters }: Change): Promise<string> {
  await removeTagOfAll(deps, user.id, await requestedTag(deps, user, parameters))
  return 'OK'
}

async function requestedTag(deps: ChangeDeps, user: KeyUser, parameters: URLSearchParams): Promise<TagId> {
  const stream = parameters.get('s')
  const parsed = stream ? parseStream(stream) : { kind: 'label' as const, label: parameters.get('t') ?? '' }
  if (parsed.kind !== 'label') throw new AppError('invalid_input', 'only labels can be changed')
  const label = requireTag(parsed.label)
  const tag = (await deps.listTags(user.id)).find((one) => one.label === label)
  if (!tag) throw notFound('tag')
  return tag.id
}
