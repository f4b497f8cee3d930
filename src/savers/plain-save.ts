import type { InterfaceRequest } from '../keys/deferred-interface.ts'
import { findUserOfKey, requireScope, type KeyUser, type KeyUserDeps } from '../keys/key-user.ts'
import { savePage, type FieldNames, type SavePageDeps } from './save-page.ts'
import { headerKey, sentFields, textIn, type SentFields } from '../keys/sent-fields.ts'
import { StatusError } from '../http/send-error.ts'

/** `post`, `description` and `source` are the names of Shaarli's bookmarklet. */
const NAMES: FieldNames = { url: ['url', 'post'], title: ['title'], note: ['note', 'description', 'selection'] }

/**
 * Saves a page with one request, for shortcuts and scripts. The key may be part of the address, where it can be seen in
 * histories and logs, so it must then be one that can only save.
 */
export async function plainSave(deps: KeyUserDeps & SavePageDeps, one: InterfaceRequest): Promise<unknown> {
  const { request, reply } = one
  if (request.method === 'HEAD') throw new StatusError(405, 'Use GET or POST.')
  const fields = sentFields(one)
  const user = await userOf(deps, one, fields)
  requireScope(user, 'save')
  const { id, isNew } = await savePage(deps, user, { fields, names: NAMES, requestId: request.id })
  reply.code(isNew ? 201 : 200).headers({ 'cache-control': 'no-store, private', 'referrer-policy': 'no-referrer' })
  return { id: Number(id), new: isNew }
}

async function userOf(deps: KeyUserDeps, one: InterfaceRequest, fields: SentFields): Promise<KeyUser> {
  const inHeader = headerKey(one)
  const inAddress = inHeader === undefined ? one.query.get('key') : undefined
  const key = inHeader ?? inAddress ?? textIn(fields, 'key')
  const user = await findUserOfKey(deps, one.request, key)
  if (!user) throw new StatusError(401, 'A valid app password is required, as "key" or in the header Authorization.')
  if (inAddress && user.scopes.some((scope) => scope !== 'save')) {
    throw new StatusError(403, 'A key in the address must be an app password that may only save.')
  }
  return user
}
