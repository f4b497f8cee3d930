import type { FastifyReply } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import type { Words } from '../layout/words.ts'

/** An attempt that was refused without a check, after too many wrong ones. */
export interface Throttled {
  readonly waitSeconds: number
}

/** @throws every error other than `too_many_requests` */
export function throttledOrThrow(error: unknown): Throttled {
  if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error
  const seconds = error.details['retryAfterSeconds']
  return { waitSeconds: typeof seconds === 'number' ? seconds : 1 }
}

/** Says in the head of the answer when to try again. @returns that for a person */
export function sendWait(reply: FastifyReply, words: Words, { waitSeconds }: Throttled): string {
  reply.header('retry-after', String(waitSeconds))
  return waitText(words, waitSeconds)
}

/** @returns the wait in words, in minutes if there are two or more */
export function waitText({ t }: Words, seconds: number): string {
  if (seconds < 120) return t('login.failures.waitSeconds', { count: seconds })
  return t('login.failures.waitMinutes', { count: Math.ceil(seconds / 60) })
}
