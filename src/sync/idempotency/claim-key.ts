import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import {
  countKeys,
  findKeyedRequest,
  insertKey,
  reclaimKey,
  type RequestKey,
  type StoredResponse,
} from './stored-response.repository.ts'

/** Time for which responses are stored, in milliseconds: one day. */
export const RESPONSE_RETENTION_MS = 86_400_000
/** Maximum number of stored keys of one user. Further keys are rejected until old ones expire. */
export const MAX_KEYS = 1000
/** Milliseconds after which a request without a response counts as lost, probably because its server was stopped. */
const LOST_MS = 300_000
/** Seconds that a client must wait before it repeats a request that is still in progress. */
const REPEAT_SECONDS = 2

export interface ClaimKeyDeps {
  readonly database: Database
  readonly clock: Clock
}

/**
 * Reserves an idempotency key for a request.
 * @param fingerprint text that is the same for equal requests
 * @returns the stored response to the first request with this key; undefined if this is the first one
 * @throws AppError `key_reused` if the key was used for a different request, `conflict` while the first request is in
 * progress, `too_many_requests` if the user has too many keys
 */
export async function claimKey(
  { database, clock }: ClaimKeyDeps,
  id: RequestKey,
  fingerprint: string,
): Promise<StoredResponse | undefined> {
  const now = clock.now()
  return database.transaction(async (tx) => {
    const first = await findKeyedRequest(tx, id)
    if (!first) {
      if ((await countKeys(tx, id.owner, MAX_KEYS)) >= MAX_KEYS) {
        throw new AppError('too_many_requests', 'too many keys', { details: { retryAfterSeconds: 3600 } })
      }
      if (await insertKey(tx, id, { fingerprint, now: now.toISOString() })) return undefined
      throw inProgress()
    }
    if (first.fingerprint !== fingerprint) {
      throw new AppError('key_reused', 'the Idempotency-Key belongs to another request')
    }
    if (first.response) return first.response
    const isLost = now.getTime() - Date.parse(first.startedAt) > LOST_MS
    if (isLost && (await reclaimKey(tx, id, { startedAt: first.startedAt, now: now.toISOString() }))) return undefined
    throw inProgress()
  })
}

function inProgress(): AppError {
  return new AppError('conflict', 'the first request with this Idempotency-Key is in progress', {
    details: { retryAfterSeconds: REPEAT_SECONDS },
  })
}
