import type { UserId } from '../../kernel/branded-ids.ts'
import { isFromOwnPage } from '../forms/csrf-protection.ts'
import { wantsStream } from '../layout/turbo-stream.ts'
import { formOf, formText, NOTICE_COOKIE, localizationFor, type WebContext } from '../web-context.ts'
import { refusalText, saveAddresses, savedSummary, type SaveAddressesDeps } from './save-addresses.ts'
import { nameOfPageToSave, pageToSave } from './page-to-save.ts'
import type { ServerRequest } from '../server-routes.ts'
import type { WebRequest } from '../web-request.ts'

/** Cookie with the text that a user tried to save after the session had ended. */
const PENDING_SAVE_COOKIE = 'waiting_save'
/** Lifetime of `PENDING_SAVE_COOKIE` in seconds. */
const COOKIE_SECONDS = 600
/**
 * Maximum length of the escaped text in the cookie. Browsers limit a cookie with its name and attributes to 4096 bytes,
 * so the cookie does not store longer texts.
 */
const MAX_ESCAPED_LENGTH = 3500

/** Paths of the forms that save addresses, each with the name of the field that contains the text. */
const TEXT_FIELDS: Readonly<Record<string, string>> = { '/new-entry': 'entry[url]', '/bookmarklet': 'url' }

/** @returns true if the request saves addresses. Without a session, the save can wait for the next sign-in. */
export function isSave({ method, url }: Pick<WebRequest, 'method' | 'url'>): boolean {
  return method === 'POST' && Object.hasOwn(TEXT_FIELDS, url)
}

/**
 * Stores the text of a save whose session has ended, so that the next sign-in can complete the save. Accepts only forms
 * from our own pages. Otherwise another site could make the user save an address.
 * @returns true if the text was stored, either in a cookie or by the script of the form
 */
export function storePendingSave(deps: WebContext, request: ServerRequest): boolean {
  if (!isFromOwnPage(request, deps.baseUrl)) return false
  const text = formText(formOf(request), TEXT_FIELDS[request.url] ?? '').toWellFormed()
  if (text === '') return false
  // A longer text does not fit into a cookie. The script of the form keeps it in the browser
  // (client/controllers/add_entry_controller.ts).
  if (encodeURIComponent(text).length > MAX_ESCAPED_LENGTH) return wantsStream(request)
  request.cookies.write(PENDING_SAVE_COOKIE, text, COOKIE_SECONDS)
  return true
}

/**
 * Saves the text that `storePendingSave` stored in the cookie before the sign-in.
 * @returns true if the cookie contained a text
 */
export async function resumeSave(deps: SaveAddressesDeps, request: ServerRequest, owner: UserId): Promise<boolean> {
  const text = request.cookies.read(PENDING_SAVE_COOKIE)
  if (text === undefined || text === '') return false
  request.cookies.clear(PENDING_SAVE_COOKIE)
  const { t } = localizationFor(request)
  const notice = await saveAddresses(deps, { owner, text, requestId: request.id }).then(
    (saved) => noticeOf(saved, text, t),
    (error: unknown) => refusalText(error, t),
  )
  request.cookies.write(NOTICE_COOKIE, notice, 60)
  return true
}

function noticeOf(
  saved: Awaited<ReturnType<typeof saveAddresses>>,
  text: string,
  t: ReturnType<typeof localizationFor>['t'],
): string {
  const [first, ...others] = saved
  if (others.length > 0) return savedSummary(saved, t)
  return t(first.isNew ? 'saving.done' : 'saving.doneBefore', {
    title: nameOfPageToSave(pageToSave({ text, url: text })),
  })
}
