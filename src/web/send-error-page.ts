import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, ERROR_CODES } from '../kernel/errors.ts'
import { errorPage } from './layout/error.page.ts'
import type { Localization } from './layout/localization.ts'
import type { MessageKey } from './messages/message-key.ts'
import { waitText } from './sessions/attempt-wait.ts'
import { pageFrame, sendPage, type WebContext } from './web-context.ts'

const WITH_SENTENCE = [400, 403, 404, 405, 408, 413, 415, 429, 503] as const

/** @returns the message that the error itself names, otherwise the general message for the status */
function sentenceOf(error: Error, status: number, { has }: Localization): MessageKey {
  const named = error instanceof AppError ? error.details['message'] : undefined
  if (typeof named === 'string' && has(named)) return named
  const known = WITH_SENTENCE.find((one) => one === status)
  return known === undefined ? 'error.sentences.other' : `error.sentences.${known}`
}

/** Sends the error page. It shows a message and the request id, with which the operator finds details in the log. */
export async function sendErrorPage(
  deps: WebContext,
  error: Error & { readonly statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const status = error instanceof AppError ? ERROR_CODES[error.code] : (error.statusCode ?? 500)
  if (status >= 500 && status !== 503) request.log.error({ requestId: request.id, err: error }, 'request failed')
  const frame = pageFrame(deps, request, reply)
  const wait = error instanceof AppError ? error.details['retryAfterSeconds'] : undefined
  const isTimed = status === 429 && typeof wait === 'number'
  const message = isTimed ? waitText(frame.words, wait) : frame.words.t(sentenceOf(error, status, frame.words))
  if (status === 429 || status === 503) reply.header('retry-after', String(wait ?? 5))
  return sendPage(reply, errorPage({ frame, status, message, requestId: request.id }), status)
}
