import type { Database } from '../../db/database.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'
import { timeZoneOf } from '../../users/time-zone.ts'
import { findUserConfig } from '../../users/user-config.repository.ts'
import { listMailAddresses } from '../mail-address.repository.ts'
import { requireMailer, type MayMail } from '../require-mailer.ts'
import { nextTime, type DigestSchedule } from './digest-times.ts'
import { insertDigest, listDigests, removeDigest, updateDigest } from './digest.repository.ts'
import { checkedDigest, MAX_DIGESTS, type Digest, type NewDigest } from './digest.ts'
import { enqueueDigest } from './enqueue-digest.ts'

interface ChangeDigestsDeps extends MayMail {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: JobQueue
}

/**
 * Adds a digest, or changes the one with an id. It is sent for the first time at the next time of its schedule.
 * @returns that time
 * @throws AppError `forbidden` if this server sends no mail, `invalid_input` for wrong values, an address that is not
 *   confirmed, or too many digests, `not_found` if the owner has no digest with the id
 */
export async function saveDigest(deps: ChangeDigestsDeps, owner: UserId, given: NewDigest, id?: number): Promise<Date> {
  requireMailer(deps)
  const digest = checkedDigest(given)
  return ownerTransaction(deps.database, owner, async (tx) => {
    const address = (await listMailAddresses(tx, owner)).find((one) => one.id === digest.addressId)
    if (!address?.isConfirmed) throw refuse('address', 'choose an address that is confirmed')
    const stored = { ...digest, lastAt: deps.clock.now().toISOString() }
    const saved = id === undefined ? await insertNew(tx, owner, stored) : id
    if (id !== undefined && !(await updateDigest(tx, owner, id, stored))) throw notFound('digest')
    return enqueueNext(deps, tx, owner, { ...digest, id: saved })
  })
}

const refuse = (field: string, message: string, most?: number) =>
  new AppError('invalid_input', message, { details: { field, ...(most !== undefined && { most }) } })

/** @returns the id of the new digest */
async function insertNew(tx: OwnerTx, owner: UserId, digest: NewDigest & Pick<Digest, 'lastAt'>): Promise<number> {
  const known = await listDigests(tx, owner)
  if (known.length < MAX_DIGESTS) return insertDigest(tx, owner, digest)
  throw refuse('name', `a user has at most ${MAX_DIGESTS} digests`, MAX_DIGESTS)
}

/** Enqueues the next run of a digest. @returns its time */
async function enqueueNext(
  { clock, jobs }: Pick<ChangeDigestsDeps, 'clock' | 'jobs'>,
  tx: OwnerTx,
  owner: UserId,
  digest: DigestSchedule & { readonly id: number },
): Promise<Date> {
  const { preferences } = await findUserConfig(tx, owner)
  const runAt = nextTime(digest, clock.now(), timeZoneOf(preferences))
  await enqueueDigest(jobs, tx, { owner, id: digest.id }, runAt)
  return runAt
}

/** Moves the next run of each digest of a user to its time in a new time zone. */
export async function rescheduleDigests(
  deps: Pick<ChangeDigestsDeps, 'database' | 'clock' | 'jobs'>,
  owner: UserId,
): Promise<void> {
  await ownerTransaction(deps.database, owner, async (tx) => {
    for (const digest of await listDigests(tx, owner)) await enqueueNext(deps, tx, owner, digest)
  })
}

/** @throws AppError `not_found` if the owner has no such digest */
export async function deleteDigest(
  { database }: Pick<ChangeDigestsDeps, 'database'>,
  owner: UserId,
  id: number,
): Promise<void> {
  await ownerTransaction(database, owner, async (tx) => {
    if (!(await removeDigest(tx, owner, id))) throw notFound('digest')
  })
}
