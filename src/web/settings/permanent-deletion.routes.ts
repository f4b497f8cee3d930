import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BulkDeletionKind, EnqueueBulkDeletionDeps } from '../../entries/deleting/enqueue-bulk-deletion.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { sentText } from '../../kernel/form-body.ts'
import type { TagId, UserId } from '../../kernel/branded-ids.ts'
import { callerOf } from '../../security-events/caller.ts'
import type { CountedTag } from '../../tags/list-tags.ts'
import type { CloseAccountDeps } from '../../users/administration/close-account.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { checkReauthentication, type CheckReauthenticationDeps } from '../security/check-reauthentication.ts'
import type { ReauthenticationError } from '../security/reauthentication-form.ts'
import { recordOwnEvent } from '../security/record-own-event.ts'
import { formOf, formText, NOTICE_COOKIE, SESSION_COOKIE, sessionOf, localizationFor } from '../web-context.ts'
import { enqueueBulkDeletion, countLibrary } from '../../entries/deleting/enqueue-bulk-deletion.ts'
import { closeAccount, isLastAdministrator } from '../../users/administration/close-account.ts'
import { permanentDeletionPage } from './permanent-deletion.page.ts'
import { pageFrame, sendPage, type FastifyContext } from '../fastify-routes.ts'

export interface PermanentDeletionRoutesDeps
  extends FastifyContext, CheckReauthenticationDeps, EnqueueBulkDeletionDeps, CloseAccountDeps {
  readonly listTags: (owner: UserId) => Promise<CountedTag[]>
}

const PATH = '/config/danger'
const KINDS: readonly BulkDeletionKind[] = ['entries', 'archived', 'tagged', 'annotations', 'tags']

/** Adds the permanent deletion of the account or of large parts of the library. Each deletion requires the password. */
export function addPermanentDeletionRoutes(app: FastifyInstance, deps: PermanentDeletionRoutesDeps): void {
  app.get(PATH, (request, reply) => show(deps, request, reply))
  app.post(`${PATH}/clear`, (request, reply) => deleteKind(deps, request, reply))
  app.post(`${PATH}/account`, (request, reply) => deleteOwnAccount(deps, request, reply))
}

async function deleteKind(
  deps: PermanentDeletionRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { owner, fields } = checkedForm(deps, request)
  const kind = KINDS.find((one) => one === formText(fields, 'kind'))
  if (kind === undefined) throw notFound('kind')
  const refused = await refusePassword(deps, request, `clear-${kind}`)
  if (refused) return show(deps, request, reply, refused)
  const tagId = kind === 'tagged' ? await viewersTag(deps, owner, formText(fields, 'tag')) : undefined
  await enqueueBulkDeletion(deps, owner, { kind, ...(tagId !== undefined && { tagId }) })
  await recordOwnEvent(deps, request, 'library-cleared')
  deps.jar.write(reply, NOTICE_COOKIE, localizationFor(request).t('danger.enqueued'), 60)
  return reply.redirect(PATH, 303)
}

async function deleteOwnAccount(
  deps: PermanentDeletionRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  checkedForm(deps, request)
  const refused = await refusePassword(deps, request, 'account')
  if (refused) return show(deps, request, reply, refused)
  await closeAccount(deps, sessionOf(request).user.id)
  await recordOwnEvent(deps, request, 'user-deleted')
  deps.jar.clear(reply, SESSION_COOKIE)
  // Asks the browser to delete its copy of the library (https://www.w3.org/TR/clear-site-data/).
  reply.header('clear-site-data', '"cache", "storage"')
  deps.jar.write(reply, NOTICE_COOKIE, localizationFor(request).t('danger.goodbye'), 60)
  return reply.redirect('/login', 303)
}

/**
 * Checks the password in a form.
 * @returns the refused form with its error message; undefined if the password is right
 */
async function refusePassword(
  deps: PermanentDeletionRoutesDeps,
  request: FastifyRequest,
  form: string,
): Promise<ReauthenticationError | undefined> {
  const caller = callerOf(request)
  const password = sentText(formOf(request), 'password') ?? ''
  const field = await checkReauthentication(deps, sessionOf(request), { ...caller, password })
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
  request: FastifyRequest,
  reply: FastifyReply,
  refused?: ReauthenticationError,
): Promise<FastifyReply> {
  const { user, csrfToken } = sessionOf(request)
  const found = await deps.database.read(async (db) => ({
    counts: await countLibrary(db, user.id),
    isLastAdministrator: user.isAdmin && (await isLastAdministrator(db, user.id)),
  }))
  const tags = await deps.listTags(user.id)
  const frame = pageFrame(deps, request, reply)
  const page = permanentDeletionPage({ frame, csrfToken, ...found, tags, ...(refused && { refused }) })
  return sendPage(reply, page, refused ? 422 : 200)
}
