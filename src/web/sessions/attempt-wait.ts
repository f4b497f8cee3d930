import type { Html } from '../../kernel/html.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Localization } from '../layout/localization.ts'
import { pageResponse, type WebResponse } from '../web-response.ts'

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

/** @returns the page of a refused attempt, with the header `Retry-After` (RFC 9110, 10.2.3) */
export function waitResponse(page: Html, { waitSeconds }: Throttled): WebResponse {
  return pageResponse(page, 429, { 'retry-after': String(waitSeconds) })
}

/** @returns a sentence with the time to wait, in seconds if it is below two minutes, otherwise in minutes */
export function waitText({ t }: Localization, seconds: number): string {
  if (seconds < 120) return t('login.failures.waitSeconds', { count: seconds })
  return t('login.failures.waitMinutes', { count: Math.ceil(seconds / 60) })
}
