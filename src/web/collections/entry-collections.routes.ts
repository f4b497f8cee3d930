import { parseIds } from '../../kernel/parse-id.ts'
import { createCollection } from '../../entries/undoable-actions/collection-actions.ts'
import { parseCollectionName } from '../../collections/collection.ts'
import type { FindCollectionsOfEntry } from '../../collections/find-collections-of-entry.ts'
import type { PerformDeps } from '../../entries/undoable-actions/perform-action.ts'
import { performAction } from '../../entries/undoable-actions/perform-action.ts'
import type { LoadEntries } from '../../entries/listing/load-entries.ts'
import { shownTitle } from '../../entries/shown-title.ts'
import type { CollectionId, EntryId, UserId } from '../../kernel/branded-ids.ts'
import { notFound } from '../../kernel/errors.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { safeReturnPath } from '../forms/safe-return-path.ts'
import { entryIdOf, type WithId } from '../reader/entry-id.ts'
import { formText, NOTICE_COOKIE, frameFor, sessionOf, UNDO_COOKIE, localizationFor } from '../web-context.ts'
import { collectionErrors } from './read-collection-form.ts'
import type { CollectionsPageDeps } from './manage-collections.routes.ts'
import { entryCollectionsPage, type EntryCollectionsView } from './entry-collections.page.ts'
import type { WebRequest } from '../web-request.ts'
import { pageResponse, redirectTo, type WebResponse } from '../web-response.ts'
import type { WebRoutes } from '../web-routes.ts'

export interface EntryCollectionsDeps extends CollectionsPageDeps, PerformDeps {
  readonly loadEntries: LoadEntries
  readonly findCollectionsOfEntry: FindCollectionsOfEntry
}

/** Adds the page on which the user chooses the collections that contain an entry. */
export function addEntryCollectionsRoutes(routes: WebRoutes, deps: EntryCollectionsDeps): void {
  const show = async (
    request: WebRequest<WithId>,
    back: string,
    refused?: EntryCollectionsView['refused'],
  ): Promise<WebResponse> => {
    const { user, csrfToken, revision } = sessionOf(request)
    const id = entryIdOf(request)
    const entry = { id, title: await titleOf(deps, user.id, id) }
    const collections = await deps.listCollections({ id: user.id, revision })
    const picked = refused?.ticked ?? (await deps.findCollectionsOfEntry(user.id, id))
    const view = { frame: frameFor(deps, request), csrfToken, entry, collections, picked: new Set(picked), back }
    return pageResponse(entryCollectionsPage({ ...view, ...(refused && { refused }) }), refused ? 422 : 200)
  }
  routes.get('/view/:id/collections', (request) => {
    const { back } = request.query
    return show(request, back === undefined ? `/view/${request.params.id}` : safeReturnPath(back))
  })
  routes.post('/view/:id/collections', async (request) => {
    const { owner, fields } = checkedForm(deps, request)
    const id = entryIdOf(request)
    await titleOf(deps, owner, id)
    const [back, name] = [safeReturnPath(formText(fields, 'back')), formText(fields, 'name').trim()]
    const words = localizationFor(request)
    const ticked = parseIds<CollectionId>(fields.get('collections'))
    try {
      const added = name === '' ? [] : [await createCollection(deps, owner, { name: parseCollectionName(name) })]
      const before = await deps.findCollectionsOfEntry(owner, id)
      const changed = await setCollections(deps, owner, id, { before, after: ticked })
      for (const { id: collection } of added) await performAction(deps, owner, [id], { kind: 'collect', collection })
      // The message has an undo button only after a single action. Creating a collection and adding the entry to it
      // count as one action, because undoing the creation deletes the collection with its list of entries.
      const [action, ...others] = [...added.map((one) => one.action), ...changed]
      if (action !== undefined && others.length === 0) request.cookies.write(UNDO_COOKIE, String(action), 60)
    } catch (error) {
      return show(request, back, { name, ticked, error: collectionErrors(error, words).name ?? '' })
    }
    request.cookies.write(NOTICE_COOKIE, words.t('collections.updated'), 60)
    return redirectTo(back, 303)
  })
}

/**
 * @returns the title of an entry
 * @throws AppError `not_found` if the owner has no such entry
 */
async function titleOf({ loadEntries }: EntryCollectionsDeps, owner: UserId, id: EntryId): Promise<string> {
  const loaded = (await loadEntries(owner, [id], { hasContent: false })).get(id)
  if (!loaded) throw notFound('entry')
  return shownTitle(loaded.entry)
}

interface Picks {
  readonly before: readonly CollectionId[]
  readonly after: readonly CollectionId[]
}

/**
 * Adds an entry to collections and removes it from others. Each change is an action that can be undone.
 * @returns the ids of the actions in the history
 */
async function setCollections(deps: EntryCollectionsDeps, owner: UserId, id: EntryId, { before, after }: Picks) {
  const changes = [
    ...after.filter((one) => !before.includes(one)).map((collection) => ({ kind: 'collect', collection }) as const),
    ...before.filter((one) => !after.includes(one)).map((collection) => ({ kind: 'uncollect', collection }) as const),
  ]
  const actions: (number | undefined)[] = []
  for (const change of changes) actions.push((await performAction(deps, owner, [id], change)).id)
  return actions
}
