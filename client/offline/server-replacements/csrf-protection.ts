import { AppError } from '../../../src/kernel/errors.ts'
import type * as server from '../../../src/web/forms/csrf-protection.ts'

/**
 * Refuses a form without the session's token. This matters offline too: another site could submit a form to an address
 * that the service worker answers.
 */
export const rejectCsrf: typeof server.rejectCsrf = (_deps, _request, { csrfToken }, { fields, field }) => {
  const given = fields.get(field)
  if (typeof given === 'string' && unmasked(given) === unmasked(csrfToken)) return
  throw new AppError('forbidden', 'the form has expired', { details: { message: 'error.expired' } })
}

/** @returns the token masked by `maskToken` (src/kernel/masked-token.ts); any other text unchanged */
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

export const articleReferrer: typeof server.articleReferrer = () => 'same-origin'
