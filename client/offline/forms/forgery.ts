import { AppError } from '../../../src/kernel/errors.ts'
import type * as server from '../../../src/web/forms/forgery.ts'

/** Another site could send its forms to the address of a page that is answered without a network. */
export const refuseForgery: typeof server.refuseForgery = (_deps, _request, session, { fields, field }) => {
  const given = fields.get(field)
  if (session && typeof given === 'string' && unmasked(given) === unmasked(session.csrfToken)) return
  throw new AppError('forbidden', 'the form has expired', { details: { message: 'error.expired' } })
}

/** @returns the token inside a text made by `maskToken` (src/kernel/masked-token.ts); any other text unchanged */
function unmasked(text: string): string {
  if (!/^[\w-]{86}$/.test(text)) return text
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
  const half = bytes.length / 2
  const plain = bytes.subarray(half).map((byte, index) => byte ^ bytes[index]!)
  return btoa(String.fromCharCode(...plain))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** A form that no page of ours has sent carries no token: it is answered by a page that asks. */
export const isFromSystem: typeof server.isFromSystem = () => false

export const articleReferrer: typeof server.articleReferrer = () => 'same-origin'
