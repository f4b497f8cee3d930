import type { BulkDeletionKind, EnqueueBulkDeletionDeps } from '../../entries/deleting/enqueue-bulk-deletion.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import type { TagId, UserId } from '../../kernel/branded-ids.ts'
import type { CountedTag } from '../../tags/list-tags.ts'
import type { CloseAccountDeps } from '../../users/administration/close-account.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import type { CheckReauthenticationDeps } from '../security/check-reauthentication.ts'
import { refuseProof } from '../security/refuse-proof.ts'
import { recordOwnEvent } from '../security/record-own-event.ts'
import {
  formText,
  NOTICE_COOKIE,
  SESSION_COOKIE,
  sessionOf,
  localizationFor,
  frameFor,
  type WebContext,
} from '../web-context.ts'
import { enqueueBulkDeletion, countLibrary } from '../../entries/deleting/enqueue-bulk-deletion.ts'
import { closeAccount, isLastAdministrator } from '../../users/administration/close-account.ts'
import { permanentDeletionPage, type PermanentDeletionView } from './permanent-deletion.page.ts'
import { pageResponse, type WebResponse, redirectTo } from '../web-response.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import { redirectWithNotice } from '../redirect-with-notice.ts'

export interface PermanentDeletionRoutesDeps
  extends WebContext, CheckReauthenticationDeps, EnqueueBulkDeletionDeps, CloseAccountDeps {
  readonly listTags: (owner: UserId) => Promise<CountedTag[]>
}

const PATH = '/config/danger'
const KINDS: readonly BulkDeletionKind[] = ['entries', 'archived', 'tagged', 'annotations', 'tags']

/** Adds the permanent deletion of the account or of large parts of the library. Each requires the password. */
export function addPermanentDeletionRoutes(routes: ServerRoutes, deps: PermanentDeletionRoutesDeps): void {
  routes.get(PATH, (request) => show(deps, request))
  routes.post(`${PATH}/clear`, (request) => deleteKind(deps, request))
  routes.post(`${PATH}/account`, (request) => deleteOwnAccount(deps, request))
}

async function deleteKind(deps: PermanentDeletionRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  const { owner, fields } = checkedForm(deps, request)
  const kind = KINDS.find((one) => one === formText(fields, 'kind'))
  if (kind === undefined) throw notFound('kind')
  const refused = await refuseProof(deps, request, `clear-${kind}`)
  if (refused) return show(deps, request, { refused, chosenTag: formText(fields, 'tag') })
  const tagId = kind === 'tagged' ? await viewersTag(deps, owner, formText(fields, 'tag')) : undefined
  await enqueueBulkDeletion(deps, owner, { kind, ...(tagId !== undefined && { tagId }) })
  await recordOwnEvent(deps, request, 'library-cleared')
  return redirectWithNotice(request, PATH, localizationFor(request).t('danger.enqueued'))
}

async function deleteOwnAccount(deps: PermanentDeletionRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  checkedForm(deps, request)
  const refused = await refuseProof(deps, request, 'account')
  if (refused) return show(deps, request, { refused })
  await closeAccount(deps, sessionOf(request).user.id)
  await recordOwnEvent(deps, request, 'user-deleted')
  request.cookies.clear(SESSION_COOKIE)
  request.cookies.write(NOTICE_COOKIE, localizationFor(request).t('danger.goodbye'), 60)
  // Asks the browser to delete its copy of the library (https://www.w3.org/TR/clear-site-data/).
  return redirectTo('/login', 303, { 'clear-site-data': '"cache", "storage"' })
}

/**
 * @param text tag id from a form field
 * @returns the id
 * @throws AppError `not_found` if the owner has no such tag
 */
async function viewersTag(deps: PermanentDeletionRoutesDeps, owner: UserId, text: string): Promise<TagId> {
  const tag = (await deps.listTags(owner)).find(({ id }) => String(id) === text)
  if (!tag) throw new AppError('not_found', 'no such tag')
  return tag.id
}

async function show(
  deps: PermanentDeletionRoutesDeps,
  request: ServerRequest,
  again: Pick<PermanentDeletionView, 'refused' | 'chosenTag'> = {},
): Promise<WebResponse> {
  const { user, csrfToken } = sessionOf(request)
  const found = await deps.database.read(async (db) => ({
    counts: await countLibrary(db, user.id),
    isLastAdministrator: user.isAdmin && (await isLastAdministrator(db, user.id)),
  }))
  const tags = await deps.listTags(user.id)
  const frame = frameFor(deps, request)
  const page = permanentDeletionPage({ frame, csrfToken, ...found, tags, ...again })
  return pageResponse(page, again.refused ? 422 : 200)
}
