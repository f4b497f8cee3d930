import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UserId } from '../../kernel/brand.ts'
import { isFromOwnPage } from '../forms/forgery.ts'
import { formOf, formText, NOTICE_COOKIE, type WebContext, wordsFor } from '../web-context.ts'
import { refusalText, saveAddresses, savedSummary, type SaveAddressesDeps } from './save-addresses.ts'
import { nameOfShared, sharedPage } from '../lists/shared-page.ts'

/** The text of a save whose session had ended, until the next sign-in of the same browser. */
const WAITING_COOKIE = 'waiting_save'
/** How long it waits, in seconds. */
const PATIENCE = 600
/** In characters after escaping: browsers keep 4096 bytes for a cookie with its name and attributes. */
const MOST = 3500

/** The fields with the text to save, by the path of the form. */
const FIELDS: Readonly<Record<string, string>> = { '/new-entry': 'entry[url]', '/bookmarklet': 'url' }

/** @returns whether a request saves what would be lost with its session */
export function canWait({ method, url }: FastifyRequest): boolean {
  return method === 'POST' && Object.hasOwn(FIELDS, url)
}

/**
 * Keeps the save of a browser whose session has ended: it goes on after the next sign-in. Only a form of our own pages
 * is kept, since another site could let a user sign in to save something else.
 */
export function keepForSignIn(deps: WebContext, request: FastifyRequest, reply: FastifyReply): void {
  if (!canWait(request) || !isFromOwnPage(request, deps.baseUrl)) return
  const text = formText(formOf(request), FIELDS[request.url] ?? '')
  if (text !== '' && encodeURIComponent(text.toWellFormed()).length <= MOST)
    deps.jar.write(reply, WAITING_COOKIE, text.toWellFormed(), PATIENCE)
}

/** Saves what waits, after a sign-in with a password. @returns whether there was something to save */
export async function resumeSave(
  deps: WebContext & SaveAddressesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  owner: UserId,
): Promise<boolean> {
  const text = deps.jar.read(request, WAITING_COOKIE)
  if (text === undefined || text === '') return false
  deps.jar.clear(reply, WAITING_COOKIE)
  const { t } = wordsFor(request)
  const notice = await saveAddresses(deps, { owner, text, requestId: request.id }).then(
    (saved) => noticeOf(saved, text, t),
    (error: unknown) => refusalText(error, t),
  )
  deps.jar.write(reply, NOTICE_COOKIE, notice, 60)
  return true
}

function noticeOf(
  saved: Awaited<ReturnType<typeof saveAddresses>>,
  text: string,
  t: ReturnType<typeof wordsFor>['t'],
): string {
  const [first, ...others] = saved
  if (others.length > 0) return savedSummary(saved, t)
  return t(first.isNew ? 'saving.done' : 'saving.doneBefore', { title: nameOfShared(sharedPage({ text, url: text })) })
}
