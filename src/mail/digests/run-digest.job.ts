import type { JobPayloads, JobQueue } from '../../jobs/job-queue.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { DEFAULT_LANGUAGE, languageOfTag } from '../../kernel/languages.ts'
import type { Now } from '../../query/moment-in-utc.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'
import { timeZoneOf } from '../../users/time-zone.ts'
import { findUserConfig } from '../../users/user-config.repository.ts'
import type { UserConfig } from '../../users/user-config.ts'
import { findUser } from '../../users/user.repository.ts'
import { bookTitle, dateIn, enqueueOrRefuse } from '../request-delivery.ts'
import { latestTime, nextTime } from './digest-times.ts'
import { findDigest, setLastTime } from './digest.repository.ts'
import type { Digest } from './digest.ts'
import { enqueueDigest } from './enqueue-digest.ts'
import { selectEntries, type SelectEntriesDeps } from './select-entries.ts'

export interface RunDigestDeps extends SelectEntriesDeps {
  readonly clock: Clock
  readonly jobs: JobQueue
}

/**
 * @returns the handler of the job of a digest. If a time of its schedule has passed since its last run, the job requests the
 *   delivery, however many times have passed; then it enqueues the next run. The delivery, the time of the run and the next
 *   job are stored in one transaction, so a job that runs twice sends nothing twice.
 */
export function runDigestJob(deps: RunDigestDeps) {
  return async ({ userId, digestId }: JobPayloads['mail.digest']): Promise<void> => {
    const owner = userId as UserId
    const { digest, config, isEnabled } = await deps.database.read(async (db) => ({
      digest: await findDigest(db, owner, digestId),
      config: await findUserConfig(db, owner),
      isEnabled: (await findUser(db, owner))?.isEnabled ?? false,
    }))
    if (!digest) return
    const now = { at: deps.clock.now(), timeZone: timeZoneOf(config.preferences) }
    const isDue = latestTime(digest, now.at, now.timeZone).toISOString() > digest.lastAt
    const entries = isDue && isEnabled ? await selectEntries(deps, owner, digest, now) : []
    await storeRun(deps, owner, { digest, config, now, isDue, entries })
  }
}

interface DigestRun {
  readonly digest: Digest
  readonly config: UserConfig
  readonly now: Now
  readonly isDue: boolean
  readonly entries: readonly EntryId[]
}

async function storeRun(
  deps: RunDigestDeps,
  owner: UserId,
  { digest, config, now, isDue, entries }: DigestRun,
): Promise<void> {
  await ownerTransaction(deps.database, owner, async (tx) => {
    const current = await findDigest(tx, owner, digest.id)
    // Another run or a change of the digest came first, and has enqueued the next run.
    if (current?.lastAt !== digest.lastAt) return
    if (isDue) await setLastTime(tx, owner, digest.id, now.at.toISOString())
    if (entries.length > 0) {
      const title = titleOf(digest, config, now)
      await enqueueOrRefuse(deps, tx, owner, { kind: 'digest', addressId: digest.addressId, title, entries })
    }
    await enqueueDigest(deps.jobs, tx, { owner, id: digest.id }, nextTime(digest, now.at, now.timeZone))
  })
}

/** @returns the name of the digest and the date, in the language and the time zone of the user */
function titleOf({ name }: Digest, { preferences, language: stored }: UserConfig, { at, timeZone }: Now): string {
  const language = languageOfTag(preferences['language'] ?? stored) ?? DEFAULT_LANGUAGE
  return bookTitle(`${name}, ${dateIn(language, at, timeZone)}`)
}
