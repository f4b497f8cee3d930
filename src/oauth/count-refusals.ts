import type { ClientId } from '../kernel/branded-ids.ts'
import type { Throttle } from '../throttling/throttle.ts'
import { OauthError } from './oauth-error.ts'

/**
 * Runs a request of a client, and counts it only if it is refused. Some clients request a token for each page they save,
 * so accepted requests must not use up the limit.
 * @throws AppError `too_many_requests` if the client has had too many refusals; otherwise the errors of `work`
 */
export async function countingRefusals<Result>(
  refusals: Throttle,
  client: ClientId,
  work: () => Promise<Result>,
): Promise<Result> {
  const key = String(client)
  await refusals.check(key)
  try {
    return await work()
  } catch (error) {
    if (error instanceof OauthError) await refusals.take(key)
    throw error
  }
}
