import type { FastifyReply } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import type { Localization } from '../layout/localization.ts'

/** The refusal of an attempt that was not even checked, because too many attempts have failed before. */
export interface Throttled {
  readonly waitSeconds: number
}

/**
 * @returns the time to wait, if the error is `too_many_requests`
 * @throws any other error
 */
export function throttledOrThrow(error: unknown): Throttled {
  if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error
  const seconds = error.details['retryAfterSeconds']
  return { waitSeconds: typeof seconds === 'number' ? seconds : 1 }
}

/**
 * Sets the header `Retry-After`.
 * @returns a sentence for the user with the time to wait
 */
export function sendWait(reply: FastifyReply, words: Localization, { waitSeconds }: Throttled): string {
  reply.header('retry-after', String(waitSeconds))
  return waitText(words, waitSeconds)
}

/** @returns a sentence with the time to wait, in seconds if it is below two minutes, otherwise in minutes */
export function waitText({ t }: Localization, seconds: number): string {
  if (seconds < 120) return t('login.failures.waitSeconds', { count: seconds })
  return t('login.failures.waitMinutes', { count: Math.ceil(seconds / 60) })
}
