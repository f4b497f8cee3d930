import type { ListReviewAhead } from '../../annotations/review/list-review-ahead.ts'
import type { LoadedEntry } from '../../entries/listing/load-entries.ts'
import type { FindCopy, LoadCopies, ShownCopy } from '../../images/load-image-copies.ts'
import { showCopies } from '../../images/show-image-copies.ts'
import type { ActiveEventStreams } from '../../http/active-event-streams.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { AppError } from '../../kernel/errors.ts'
import { contentTag } from '../../sync/content-etag.ts'
import { applyOperations, type ApplyOperationsDeps } from '../../sync/operations/apply-operations.ts'
import type { RevisionWatcher } from '../../sync/revision-watcher.ts'
import { sendRevisions } from '../../sync/send-revisions.ts'
import { parseOperations } from '../../sync/operations/parse-operations.ts'
import type { ReadChanges } from '../../sync/read-changes.ts'
import type { SavingKeyOf } from '../../users/sessions/saving-key.ts'
import type { FindNow } from '../../users/time-zone.ts'
import { findRevision } from '../../users/revision.ts'
import { uiPolicy } from '../content-security-policy.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { textToRead } from '../reader/article/build-article-view.ts'
import { formText, sessionOf, localizationFor, type WebContext } from '../web-context.ts'
import { presentChanges, type PresentChangesDeps } from './present-changes.ts'
import { STORED_TYPES, type StoredAccount, type StoredChanges, type StoredContent } from './stored-objects.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import { type ServerResponse, dataResponse, jsonResponse } from '../server-response.ts'

export interface WebSyncDeps extends WebContext, PresentChangesDeps, ApplyOperationsDeps {
  readonly revisions: RevisionWatcher
  /** the open event streams of all users, from the API and the web app */
  readonly streams: ActiveEventStreams
  readonly readChanges: ReadChanges
  readonly listReviewAhead: ListReviewAhead
  readonly findNow: FindNow
  readonly loadCopies: LoadCopies
  readonly savingKeyOf: SavingKeyOf
  /** true if the operator allows public pages */
  readonly isSharing: boolean
}

/** Maximum number of objects in one page of the list of changes. Further objects are on the next page. */
const PAGE_SIZE = 500
/** Maximum number of contents in one response. Requests for more are refused. */
const MAX_CONTENTS = 50
/** Number of contents that are loaded at once. A larger batch would need more memory. */
const BATCH_SIZE = 10

/**
 * Adds the routes for browsers that store the library (docs/offline.md). Such a browser gets changes and contents of
 * entries, and sends its own changes. `GET /sync/events` notifies every open page of changes, even if the browser does
 * not store the library.
 */
export function addWebSyncRoutes(routes: ServerRoutes, deps: WebSyncDeps): void {
  routes.get('/sync', async (request) => {
    const { since } = request.query
    return sendChanges(deps, request, typeof since === 'string' && since !== '' ? since : undefined)
  })
  routes.events('/sync/events', (request, start) => {
    const { user, revision } = sessionOf(request)
    deps.streams.open(user.id, start, (send) => sendRevisions(deps.revisions, { id: user.id, revision }, send))
  })
  routes.post('/sync', async (request) => {
    const { owner, fields } = checkedForm(deps, request)
    const operations = parseOperations(jsonIn(formText(fields, 'ops')), deps.clock.now())
    const results = await applyOperations(deps, owner, { operations, requestId: request.id })
    const revision = await deps.database.read((db) => findRevision(db, owner))
    return jsonResponse({ results, revision: Number(revision) })
  })
  routes.post('/sync/content', async (request) => {
    const { owner, fields } = checkedForm(deps, request)
    const known = knownContents(formText(fields, 'entries'))
    async function* lines(): AsyncGenerator<string> {
      const ids = [...known.keys()]
      for (let start = 0; start < ids.length; start += BATCH_SIZE) {
        const batch = ids.slice(start, start + BATCH_SIZE)
        const loaded = await deps.loadEntries(owner, batch, { hasContent: true })
        const cards = await deps.findCopies(
          owner,
          [...loaded.values()].map(({ entry }) => entry),
        )
        for (const [id, one] of loaded) {
          const content = storedContent(one, await deps.loadCopies(owner, id), known.get(id))
          yield `${JSON.stringify({ ...content, ...cards.get(id) })}\n`
        }
      }
    }
    const headers = { 'cache-control': 'no-store', 'content-type': 'application/x-ndjson; charset=utf-8' }
    return dataResponse(lines(), headers)
  })
}

async function sendChanges(
  deps: WebSyncDeps,
  request: ServerRequest,
  since: string | undefined,
): Promise<ServerResponse> {
  const session = sessionOf(request)
  const owner = { id: session.user.id, revision: session.revision }
  const { to, hasMore, isReset, objects } = await deps.readChanges(owner, {
    since,
    types: STORED_TYPES,
    limit: PAGE_SIZE,
  })
  const revision = Math.max(owner.revision, ...objects.map((one) => one.revision))
  const answer: StoredChanges = {
    account: accountOf(deps, request),
    to,
    revision,
    more: hasMore,
    reset: isReset || since === undefined,
    changes: await presentChanges(deps, { ...owner, revision }, objects),
    collectionOrder: (await deps.listCollections({ ...owner, revision })).map(({ id }) => id),
    ...(!hasMore && { review: await deps.listReviewAhead(owner.id, await deps.findNow(owner)) }),
  }
  return jsonResponse(answer)
}

/**
 * @returns the parsed JSON in a form field
 * @throws AppError `invalid_input` for malformed JSON
 */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('invalid_input', '"ops" must be a JSON list of operations')
  }
}

function accountOf(deps: WebSyncDeps, request: ServerRequest): StoredAccount {
  const session = sessionOf(request)
  const { id, username, isAdmin } = session.user
  return {
    user: { id, username, isAdmin: isAdmin === true },
    csrfToken: session.csrfToken,
    baseUrl: deps.baseUrl,
    savingKey: deps.savingKeyOf(session),
    hasRemoteImages: deps.hasRemoteImages,
    isSharing: deps.isSharing,
    language: localizationFor(request).language,
    policy: uiPolicy({ remoteImages: deps.hasRemoteImages }),
  }
}

/**
 * @param text list of entry ids, each followed by a colon and the hash of the content that the browser has:
 *   `12:hash,13:`. If it has no content of the entry, the hash is empty.
 * @returns the hashes by entry id; an empty hash means that the browser has no content
 */
function knownContents(text: string): ReadonlyMap<EntryId, string> {
  const parts = text.split(',', MAX_CONTENTS + 1).map((part) => /^([1-9]\d{0,14}):([\w-]{0,43})$/.exec(part))
  if (parts.length > MAX_CONTENTS || parts.includes(null)) {
    throw new AppError('invalid_input', `"entries" must name at most ${MAX_CONTENTS} entries`)
  }
  return new Map(parts.map((part) => [Number(part![1]) as EntryId, part![2]!]))
}

function storedContent(loaded: LoadedEntry, findCopy: FindCopy, known: string | undefined): StoredContent {
  const tag = contentTag(loaded.content)
  const copies = new Map<string, ShownCopy>()
  showCopies(textToRead(loaded), (address) => {
    const copy = findCopy(address)
    if (copy) copies.set(address, copy)
    return copy
  })
  const content = loaded.content ? (JSON.parse(new TextDecoder().decode(loaded.content)) as string) : ''
  return { id: loaded.entry.id, tag, ...(tag !== known && { content }), copies: [...copies] }
}
