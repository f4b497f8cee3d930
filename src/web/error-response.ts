import { AppError, ERROR_CODES } from '../kernel/errors.ts'
import { errorPage } from './layout/error.page.ts'
import type { Localization } from './layout/localization.ts'
import type { MessageKey } from './messages/message-key.ts'
import { waitText } from './sessions/attempt-wait.ts'
import { frameFor, type WebContext } from './web-context.ts'
import type { WebRequest } from './web-request.ts'
import { pageResponse, type WebResponse } from './web-response.ts'

const WITH_SENTENCE = [400, 403, 404, 405, 408, 413, 415, 429, 503] as const

/** @returns the message that the error itself names, otherwise the general message for the status */
function sentenceOf(error: Error, status: number, { has }: Localization): MessageKey {
  const named = error instanceof AppError ? error.details['message'] : undefined
  if (typeof named === 'string' && has(named)) return named
  const known = WITH_SENTENCE.find((one) => one === status)
  return known === undefined ? 'error.sentences.other' : `error.sentences.${known}`
}

/** @returns the error page. It shows a message and the request id, with which the operator finds details in the log. */
export function errorResponse(
  deps: WebContext,
  error: Error & { readonly statusCode?: number },
  request: WebRequest,
): WebResponse {
  const status = error instanceof AppError ? ERROR_CODES[error.code] : (error.statusCode ?? 500)
  if (status >= 500 && status !== 503) request.log.error({ requestId: request.id, err: error }, 'request failed')
  const frame = frameFor(deps, request)
  const wait = error instanceof AppError ? error.details['retryAfterSeconds'] : undefined
  const isTimed = status === 429 && typeof wait === 'number'
  const message = isTimed ? waitText(frame.words, wait) : frame.words.t(sentenceOf(error, status, frame.words))
  const headers = status === 429 || status === 503 ? { 'retry-after': String(wait ?? 5) } : {}
  return pageResponse(errorPage({ frame, status, message, requestId: request.id }), status, headers)
}
