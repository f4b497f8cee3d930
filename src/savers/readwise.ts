import type { InterfaceRequest } from '../keys/deferred-interface.ts'
import { findUserOfKey, requireScope, type KeyUser, type KeyUserDeps } from '../keys/key-user.ts'
import { savePage, type FieldNames, type SavePageDeps } from './save-page.ts'
import { headerKey, sentFields } from '../keys/sent-fields.ts'
import { StatusError } from '../http/send-error.ts'

/** Readwise Reader's API: https://readwise.io/reader_api */
const NAMES: FieldNames = { url: ['url'], title: ['title'], note: ['notes'], content: 'html' }

export interface ReadwiseDeps extends KeyUserDeps, SavePageDeps {
  /** public address of this server, without a slash at the end */
  readonly baseUrl: string
}

/** Says whether the token is right. */
export async function authenticateReadwise(deps: ReadwiseDeps, one: InterfaceRequest): Promise<unknown> {
  await userOf(deps, one)
  return one.reply.code(204).send()
}

export async function saveToReadwise(deps: ReadwiseDeps, one: InterfaceRequest): Promise<unknown> {
  const user = await userOf(deps, one)
  requireScope(user, 'save')
  const { id, isNew } = await savePage(deps, user, { fields: sentFields(one), names: NAMES, requestId: one.request.id })
  one.reply.code(isNew ? 201 : 200)
  return { id: String(id), url: `${deps.baseUrl}/view/${id}` }
}

async function userOf(deps: ReadwiseDeps, one: InterfaceRequest): Promise<KeyUser> {
  const user = await findUserOfKey(deps, one.request, headerKey(one))
  if (!user) throw new StatusError(401, 'Invalid token.')
  return user
}
