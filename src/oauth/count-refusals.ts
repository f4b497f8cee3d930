import type { Throttle } from '../throttling/throttle.ts'
import { OauthError } from './oauth-error.ts'

/**
 * Runs a request of a client, and counts it only if it is refused. Some clients request a token for each page they save,
 * so accepted requests must not use up the limit. Neither must a device that waits for its user.
 * @param key names the client
 * @throws AppError `too_many_requests` if the client has had too many refusals; otherwise the errors of `work`
 */
export async function countingRefusals<Result>(
  refusals: Throttle,
  key: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await refusals.check(key)
  try {
    return await work()
  } catch (error) {
    if (error instanceof OauthError && error.error !== 'authorization_pending') await refusals.take(key)
    throw error
  }
}
