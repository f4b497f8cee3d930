import type { JobPayloads, JobQueue, JobRun } from '../jobs/job-queue.ts'
import { RetryLater } from '../jobs/job-queue.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import { DEFAULT_LANGUAGE, languageOfTag, type Language } from '../kernel/languages.ts'
import { shownTitle } from '../entries/shown-title.ts'
import { ownerTransaction } from '../users/owner-transaction.ts'
import { buildBook, type BuildBookDeps } from './build-book.ts'
import type { DeliveryReason, PendingDelivery } from './delivery.ts'
import { findDelivery, recordOutcome, recordSentPart, type DeliveryOutcome } from './delivery.repository.ts'
import { areBeingPrepared } from './entries-being-prepared.ts'
import { MailFailure } from './mail-failure.ts'
import { mailTexts } from './mail-texts.ts'
import type { Mailer } from './mailer.ts'
import { bookTitle, enqueueSending } from './request-delivery.ts'

export interface SendDeliveryDeps extends BuildBookDeps {
  readonly jobs: JobQueue
  /** absent if the operator has not set up e-mail */
  readonly mailer?: Mailer
}

/** Milliseconds between two looks at entries whose page or pictures are still being fetched. */
const PREPARATION_PAUSE_MS = 2000
/** Milliseconds after which a delivery no longer waits for them: pictures of sites that do not answer are tried for hours. */
const MAX_PREPARATION_MS = 5 * 60_000

/**
 * @returns the handler of the job that sends a delivery. Each mail is recorded when the server has accepted it, so another
 *   attempt sends only the rest. If the process ends between the two, this mail is sent twice, with the same Message-ID.
 */
export function sendDeliveryJob(deps: SendDeliveryDeps) {
  return async ({ userId, deliveryId }: JobPayloads['mail.send'], run: JobRun): Promise<void> => {
    const owner = userId as UserId
    const delivery = await deps.database.read((db) => findDelivery(db, owner, deliveryId))
    if (!delivery || delivery.state === 'sent') return
    if (await postpone(deps, owner, delivery)) return
    try {
      const tooLarge = await send(deps, owner, delivery, run.signal)
      const failed = { state: 'failed', reason: 'too-large', detail: tooLarge.join('; ') } as const
      await record(deps, owner, delivery, tooLarge.length > 0 ? failed : { state: 'sent' })
    } catch (error) {
      if (run.signal.aborted) throw error
      const { failure, isPermanent } = failureOf(error)
      const state = isPermanent || run.attempt >= run.maxAttempts ? 'failed' : 'waiting'
      await record(deps, owner, delivery, { ...failure, state })
      if (isPermanent) return
      throw error instanceof MailFailure ? new RetryLater(error.message) : error
    }
  }
}

/** Runs the job again later if pages or pictures of the entries are still being fetched. */
async function postpone(deps: SendDeliveryDeps, owner: UserId, delivery: PendingDelivery): Promise<boolean> {
  const now = deps.clock.now().getTime()
  if (now - Date.parse(delivery.requestedAt) > MAX_PREPARATION_MS || delivery.entries.length === 0) return false
  if (!(await deps.database.read((db) => areBeingPrepared(db, owner, delivery.entries)))) return false
  const runAt = new Date(now + PREPARATION_PAUSE_MS)
  await ownerTransaction(deps.database, owner, (tx) => enqueueSending(deps.jobs, tx, { owner, id: delivery.id, runAt }))
  return true
}

interface Sending {
  readonly owner: UserId
  readonly delivery: PendingDelivery
  readonly mailer: Mailer
  readonly language: Language
  readonly signal: AbortSignal
  /** number of mails that the server has accepted */
  parts: number
  /** titles of articles that are too large for one mail */
  readonly tooLarge: string[]
}

/** @returns the titles of articles that are too large for one mail; the others were sent */
async function send(
  deps: SendDeliveryDeps,
  owner: UserId,
  delivery: PendingDelivery,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { mailer } = deps
  if (!mailer) throw new DeliveryFailure('off')
  if (delivery.entries.length === 0) {
    if (delivery.parts > 0) return []
    throw new DeliveryFailure('empty')
  }
  const { preferences, language: stored } = await deps.findConfig(owner)
  const language = languageOfTag(preferences['language'] ?? stored) ?? DEFAULT_LANGUAGE
  const sending: Sending = { owner, delivery, mailer, language, signal, parts: delivery.parts, tooLarge: [] }
  await sendEntries(deps, sending, { entries: delivery.entries, isPart: delivery.parts > 0 })
  return sending.tooLarge
}

/** A failure that no further attempt can change. */
class DeliveryFailure extends Error {
  readonly reason: DeliveryReason

  constructor(reason: DeliveryReason) {
    super(reason)
    this.reason = reason
  }
}

/** Sends entries as one book, or in halves if it is too large for one mail. */
async function sendEntries(
  deps: SendDeliveryDeps,
  sending: Sending,
  { entries, isPart }: { readonly entries: readonly EntryId[]; readonly isPart: boolean },
): Promise<void> {
  if (await sendBook(deps, sending, { entries, isPart })) return
  if (entries.length === 1) {
    const loaded = (await deps.loadEntries(sending.owner, entries, { hasContent: false })).get(entries[0]!)
    sending.tooLarge.push(loaded ? bookTitle(shownTitle(loaded.entry)) : '')
    return
  }
  const middle = Math.ceil(entries.length / 2)
  await sendEntries(deps, sending, { entries: entries.slice(0, middle), isPart: true })
  await sendEntries(deps, sending, { entries: entries.slice(middle), isPart: true })
}

/** @returns false if the book is too large for one mail */
async function sendBook(
  deps: SendDeliveryDeps,
  sending: Sending,
  { entries, isPart }: { readonly entries: readonly EntryId[]; readonly isPart: boolean },
): Promise<boolean> {
  const { owner, delivery, mailer, signal } = sending
  signal.throwIfAborted()
  const texts = mailTexts(sending.language)
  const title = isPart ? texts.part(delivery.title, sending.parts + 1) : delivery.title
  const isArticle = entries.length === 1 && !isPart && delivery.kind !== 'digest'
  const wanted = { entries, maxBytes: mailer.maxAttachment, ...(!isArticle && { title }) }
  const book = await buildBook(deps, owner, wanted)
  if (!book) return false
  const attachment = { fileName: `${book.fileName}.epub`, mediaType: 'application/epub+zip', bytes: book.bytes }
  const key = `${delivery.messageKey}.${sending.parts + 1}`
  try {
    // A worker knows the public address only if DOGEAR_BASE_URL is set.
    const text = texts.book(deps.baseUrl || mailer.from)
    await mailer.send({ to: delivery.address, subject: title, text, key, attachment }, signal)
  } catch (error) {
    if (error instanceof MailFailure && error.reason === 'too-large') return false
    throw error
  }
  const now = deps.clock.now().toISOString()
  await ownerTransaction(deps.database, owner, (tx) => recordSentPart(tx, owner, delivery.id, { entries, now }))
  sending.parts += 1
  return true
}

/** @returns what an error says about the delivery, and whether another attempt is pointless */
function failureOf(error: unknown) {
  if (error instanceof DeliveryFailure) return { failure: { reason: error.reason }, isPermanent: true } as const
  if (!(error instanceof MailFailure)) return { failure: { reason: 'book' }, isPermanent: false } as const
  const { reason, reply: detail, isPermanent } = error
  return { failure: { reason, detail }, isPermanent }
}

async function record(
  { database, clock }: SendDeliveryDeps,
  owner: UserId,
  { id }: PendingDelivery,
  outcome: Omit<DeliveryOutcome, 'now'>,
): Promise<void> {
  const now = clock.now().toISOString()
  await database.transaction((tx) => recordOutcome(tx, owner, id, { ...outcome, now }))
}
