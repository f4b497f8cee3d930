import type { InterfaceRequest } from '../keys/deferred-interface.ts'
import { basicLogin } from '../keys/basic-login.ts'
import { findKeyUser, requireScope, type KeyUser, type KeyUserDeps } from '../keys/key-user.ts'
import { useKeyOfLogin } from '../keys/use-key-of-login.ts'
import { loadEntry } from '../entries/listing/load-entry.ts'
import type { LoadEntries } from '../entries/listing/load-entries.ts'
import { savePage, type FieldNames, type SavePageDeps } from './save-page.ts'
import { sentFields, textIn, type SentFields } from '../keys/sent-fields.ts'
import { StatusError } from '../http/send-error.ts'

/** Instapaper's simple API: https://www.instapaper.com/api/simple */
const NAMES: FieldNames = { url: ['url'], title: ['title'], note: ['selection'] }

export interface InstapaperDeps extends KeyUserDeps, SavePageDeps {
  readonly loadEntries: LoadEntries
}

/** Says whether the username and the app password are right. */
export async function authenticateInstapaper(deps: InstapaperDeps, one: InterfaceRequest): Promise<unknown> {
  await userOf(deps, one, sentFields(one))
  return one.reply.type('text/plain; charset=utf-8').send('200')
}

export async function addToInstapaper(deps: InstapaperDeps, one: InterfaceRequest): Promise<unknown> {
  const { request, reply } = one
  const fields = sentFields(one)
  const user = await userOf(deps, one, fields)
  requireScope(user, 'save')
  const { id } = await savePage(deps, user, { fields, names: NAMES, requestId: request.id })
  const entry = (await loadEntry(deps.loadEntries, user.id, id, { hasContent: false }))?.entry
  if (entry) {
    // Headers contain only ASCII characters.
    reply.headers({
      'content-location': new URL(entry.url).href,
      'x-instapaper-title': encodeURI(entry.title ?? ''),
    })
  }
  return reply.code(201).type('text/plain; charset=utf-8').send('201')
}

async function userOf(deps: InstapaperDeps, one: InterfaceRequest, fields: SentFields): Promise<KeyUser> {
  const sent = { login: textIn(fields, 'username') ?? '', password: textIn(fields, 'password') ?? '' }
  const { login, password } = basicLogin(one.request) ?? sent
  const held = await useKeyOfLogin(deps, login, password)
  const user = await findKeyUser(deps, one.request, held?.holder)
  if (!user) throw new StatusError(403, 'Invalid username or app password.')
  return user
}
