import type { Database } from '../db/database.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import { DEFAULT_LANGUAGE, languageOfTag } from '../kernel/languages.ts'
import { cutText } from '../kernel/storable-text.ts'
import type { LoadEntries } from '../entries/listing/load-entries.ts'
import { shownTitle } from '../entries/shown-title.ts'
import { timeZoneOf } from '../users/time-zone.ts'
import type { UserConfig } from '../users/user-config.ts'
import { ownerTransaction, type OwnerTx } from '../users/owner-transaction.ts'
import { MAX_ENTRIES, MAX_PER_DAY, type DeliveryKind } from './delivery.ts'
import { countMails, findDelivery, insertDelivery, resetFailed } from './delivery.repository.ts'
import { listMailAddresses } from './mail-address.repository.ts'
import { mailTexts } from './mail-texts.ts'
import { requireMailer, type MayMail } from './require-mailer.ts'

/** Priority of mail jobs. Jobs with smaller numbers run first; books are made after the pages that users wait for. */
const PRIORITY = 5
/** The lane of all mail jobs. The runner limits the running jobs of each lane, and with them the connections to the server. */
const LANE = 'mail'
/** Maximum length of the title of a book, in UTF-16 units. It is also the subject of the mail. */
const MAX_TITLE = 200
const DAY_MS = 86_400_000

export interface RequestDeliveryDeps extends MayMail {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: JobQueue
  readonly loadEntries: LoadEntries
  readonly findConfig: (id: UserId) => Promise<UserConfig>
}

interface RequestedDelivery {
  readonly addressId: number
  readonly entries: readonly EntryId[]
}

/**
 * Sends entries to one of the owner's addresses, as one book, in the background.
 * @returns the id of the delivery and the number of its entries
 * @throws AppError `forbidden` if this server sends no mail, `not_found` for an unknown address or without any entry of the
 *   owner, `conflict` if the address is not confirmed, `too_large` for too many entries, `too_many_requests` above the limit
 */
export async function requestDelivery(
  deps: RequestDeliveryDeps,
  owner: UserId,
  { addressId, entries: ids }: RequestedDelivery,
): Promise<{ readonly id: number; readonly count: number }> {
  requireMailer(deps)
  if (ids.length > MAX_ENTRIES) throw new AppError('too_large', `a book has at most ${MAX_ENTRIES} articles`)
  const loaded = await deps.loadEntries(owner, ids, { hasContent: false })
  const entries = ids.filter((id) => loaded.has(id))
  const title = await titleOf(
    deps,
    owner,
    entries.map((id) => shownTitle(loaded.get(id)!.entry)),
  )
  return ownerTransaction(deps.database, owner, async (tx) => {
    const address = (await listMailAddresses(tx, owner)).find(({ id }) => id === addressId)
    if (!address) throw notFound('address')
    if (entries.length === 0) throw notFound('entry')
    if (!address.isConfirmed) throw new AppError('conflict', 'the address is not confirmed yet')
    if (await isOverLimit(tx, owner, deps.clock.now())) throw tooMany()
    const id = await enqueueDelivery(deps, tx, owner, { kind: 'hand', addressId, title, entries })
    return { id, count: entries.length }
  })
}

async function titleOf(
  { findConfig, clock }: RequestDeliveryDeps,
  owner: UserId,
  titles: readonly string[],
): Promise<string> {
  const [first] = titles
  if (first !== undefined && titles.length === 1) return bookTitle(first)
  const { preferences, language: stored } = await findConfig(owner)
  const language = languageOfTag(preferences['language'] ?? stored) ?? DEFAULT_LANGUAGE
  return mailTexts(language).selection(titles.length, dateIn(language, clock.now(), timeZoneOf(preferences)))
}

/** @returns the date in words, such as `29 November 2026` */
export function dateIn(language: string, at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'long', timeZone }).format(at)
}

/** @returns the title of a book on one line, as the subject of a mail needs it */
export function bookTitle(text: string): string {
  return cutText(text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(), MAX_TITLE)
}

interface QueuedDelivery extends RequestedDelivery {
  readonly kind: DeliveryKind
  readonly title: string
}

/** Adds a delivery and its job. @returns the id of the delivery */
async function enqueueDelivery(
  { clock, jobs }: Pick<RequestDeliveryDeps, 'clock' | 'jobs'>,
  tx: OwnerTx,
  owner: UserId,
  delivery: QueuedDelivery,
): Promise<number> {
  const id = await insertDelivery(tx, owner, { ...delivery, now: clock.now().toISOString() })
  await enqueueSending(jobs, tx, { owner, id })
  return id
}

/** Adds a delivery that no user waits for. Above the limit of the day, it is listed as failed, so that it can be repeated. */
export async function enqueueOrRefuse(
  deps: Pick<RequestDeliveryDeps, 'clock' | 'jobs'>,
  tx: OwnerTx,
  owner: UserId,
  delivery: QueuedDelivery,
): Promise<void> {
  const now = deps.clock.now()
  if (!(await isOverLimit(tx, owner, now))) await enqueueDelivery(deps, tx, owner, delivery)
  else await insertDelivery(tx, owner, { ...delivery, now: now.toISOString(), reason: 'limit' })
}

interface SendingJob {
  readonly owner: UserId
  /** id of the delivery */
  readonly id: number
  /** earliest time; by default now */
  readonly runAt?: Date
}

/** Enqueues the job that sends a delivery. */
export async function enqueueSending(jobs: JobQueue, tx: OwnerTx, { owner, id, runAt }: SendingJob): Promise<void> {
  const options = { userId: owner, lane: LANE, dedupeKey: sendingKey(id), priority: PRIORITY, ...(runAt && { runAt }) }
  await jobs.enqueue(tx, 'mail.send', { userId: owner, deliveryId: id }, options)
}

export const sendingKey = (id: number): string => `mail.send:${id}`

/** @returns true if the owner may not send another mail now */
async function isOverLimit(tx: OwnerTx, owner: UserId, now: Date): Promise<boolean> {
  return (await countMails(tx, owner, new Date(now.getTime() - DAY_MS).toISOString())) >= MAX_PER_DAY
}

function tooMany(): AppError {
  const details = { retryAfterSeconds: 3600, message: 'mail.send.limit' }
  return new AppError('too_many_requests', `a user sends at most ${MAX_PER_DAY} mails a day`, { details })
}

/**
 * Sends the rest of a failed delivery once more.
 * @throws AppError `forbidden` if this server sends no mail, `not_found` if the owner has no such failed delivery,
 *   `too_many_requests` above the limit
 */
export async function repeatDelivery(
  deps: Pick<RequestDeliveryDeps, 'database' | 'clock' | 'jobs' | 'mailer'>,
  owner: UserId,
  id: number,
): Promise<void> {
  requireMailer(deps)
  await ownerTransaction(deps.database, owner, async (tx) => {
    const now = deps.clock.now()
    const found = await findDelivery(tx, owner, id)
    if (found?.state !== 'failed') throw notFound('delivery')
    if (await isOverLimit(tx, owner, now)) throw tooMany()
    await resetFailed(tx, owner, id, now.toISOString())
    await enqueueSending(deps.jobs, tx, { owner, id })
  })
}
