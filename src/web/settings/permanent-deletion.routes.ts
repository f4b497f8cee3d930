import type { BulkDeletionKind, EnqueueBulkDeletionDeps } from '../../entries/deleting/enqueue-bulk-deletion.ts'
import { exportAccount, type ExportAccountDeps } from '../../exports/account/export-account.ts'
import { startExport, type StartExportDeps } from '../../exports/start-export.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import type { TagId, UserId } from '../../kernel/branded-ids.ts'
import { callerOf } from '../../security-events/caller.ts'
import type { CountedTag } from '../../tags/list-tags.ts'
import type { CloseAccountDeps } from '../../users/administration/close-account.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { checkReauthentication, sentProof, type CheckReauthenticationDeps } from '../security/check-reauthentication.ts'
import type { ReauthenticationError } from '../security/reauthentication-form.ts'
import { recordOwnEvent } from '../security/record-own-event.ts'
import {
  formOf,
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
import { dataResponse, type ServerResponse } from '../server-response.ts'
import { redirectWithNotice } from '../redirect-with-notice.ts'

export interface PermanentDeletionRoutesDeps
  extends
    WebContext,
    CheckReauthenticationDeps,
    EnqueueBulkDeletionDeps,
    CloseAccountDeps,
    ExportAccountDeps,
    StartExportDeps {
  readonly accountExportsPerUser: Throttle
  readonly listTags: (owner: UserId) => Promise<CountedTag[]>
}

const PATH = '/config/danger'
/**
 * Milliseconds within which a browser must have read the rows of an archive, as long as it may take for an upload. After that, the
 * pages and images follow, for which no state of the database is kept.
 */
const ROWS_MS = 900_000
const KINDS: readonly BulkDeletionKind[] = ['entries', 'archived', 'tagged', 'annotations', 'tags']

/**
 * Adds the permanent deletion of the account or of large parts of the library, and the download of everything before it.
 * Each requires the password.
 */
export function addPermanentDeletionRoutes(routes: ServerRoutes, deps: PermanentDeletionRoutesDeps): void {
  routes.get(PATH, (request) => show(deps, request))
  routes.post(`${PATH}/clear`, (request) => deleteKind(deps, request))
  routes.post(`${PATH}/download`, (request) => downloadAccount(deps, request))
  routes.post(`${PATH}/account`, (request) => deleteOwnAccount(deps, request))
}

async function deleteKind(deps: PermanentDeletionRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  const { owner, fields } = checkedForm(deps, request)
  const kind = KINDS.find((one) => one === formText(fields, 'kind'))
  if (kind === undefined) throw notFound('kind')
  const refused = await refusePassword(deps, request, `clear-${kind}`)
  if (refused) return show(deps, request, { refused, chosenTag: formText(fields, 'tag') })
  const tagId = kind === 'tagged' ? await viewersTag(deps, owner, formText(fields, 'tag')) : undefined
  await enqueueBulkDeletion(deps, owner, { kind, ...(tagId !== undefined && { tagId }) })
  await recordOwnEvent(deps, request, 'library-cleared')
  return redirectWithNotice(request, PATH, localizationFor(request).t('danger.enqueued'))
}

/** Sends everything that the account has as an archive, while it is generated. A failed archive does not count. */
async function downloadAccount(deps: PermanentDeletionRoutesDeps, request: ServerRequest): Promise<ServerResponse> {
  const { owner } = checkedForm(deps, request)
  const refused = await refusePassword(deps, request, 'download')
  if (refused) return show(deps, request, { refused })
  const key = String(owner)
  await deps.accountExportsPerUser.take(key)
  const body = await startExport(deps, owner, () => exportAccount(deps, owner, { rowsMs: ROWS_MS })).catch(
    async (error: unknown) => {
      await deps.accountExportsPerUser.refund(key)
      throw error
    },
  )
  await recordOwnEvent(deps, request, 'export')
  const day = deps.clock.now().toISOString().slice(0, 10)
  return dataResponse(body, {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="dogear-${day}.zip"`,
    'cache-control': 'no-store, private',
  })
}

async function deleteOwnAccount(deps: PermanentDeletionRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  checkedForm(deps, request)
  const refused = await refusePassword(deps, request, 'account')
  if (refused) return show(deps, request, { refused })
  await closeAccount(deps, sessionOf(request).user.id)
  await recordOwnEvent(deps, request, 'user-deleted')
  request.cookies.clear(SESSION_COOKIE)
  request.cookies.write(NOTICE_COOKIE, localizationFor(request).t('danger.goodbye'), 60)
  // Asks the browser to delete its copy of the library (https://www.w3.org/TR/clear-site-data/).
  return redirectTo('/login', 303, { 'clear-site-data': '"cache", "storage"' })
}

/**
 * Checks the password in a form.
 * @returns the refused form with its error message; undefined if the password is right
 */
async function refusePassword(
  deps: PermanentDeletionRoutesDeps,
  request: ServerRequest,
  form: string,
): Promise<ReauthenticationError | undefined> {
  const caller = callerOf(request)
  const sent = { ...caller, ...sentProof(formOf(request)) }
  const field = await checkReauthentication(deps, sessionOf(request), sent)
  return field && { form, field, message: localizationFor(request).t(`security.proof.wrong.${field}`) }
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
