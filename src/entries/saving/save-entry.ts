import type { CleanedContent, GivenContent } from '@dogear/extractor/service'
import type { Database } from '../../db/database.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { findOrCreateTags, addTagsToEntry } from '../../tags/tag.repository.ts'
import { advanceRevision } from '../../users/revision.ts'
import type { Entry } from '../entry.ts'
import { addressHashes } from './address-hashes.ts'
import { unwrapAddress } from './canonical-address.ts'
import { lookupAddresses, titleFromAddress, type EntryAddress } from './entry-address.ts'
import { givenFields, inputColumns, publicId, type EntryInput } from '../changing/entry-input.ts'
import { changedTimes } from '../changing/field-times.ts'
import {
  addSpellings,
  claimAddresses,
  findEntryByHashes,
  insertEntry,
  sharingChange,
  type SharingChange,
} from '../entry.repository.ts'
import { enqueueFetch, enqueueRefetch } from '../fetching/enqueue-fetch.ts'
import type { EnqueueImages } from '../enqueue-images.ts'
import type { DocumentPictureStore, StoredPicture } from '../document-picture-store.ts'
import { applyTaggingRules, type SendByRule } from '../tagging-rules/apply-tagging-rules.ts'
import { changeEntry, storeGivenText } from '../changing/change-entry.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'
import { claimSave } from '../../users/quota/claim-saves.ts'

export interface SaveEntryDeps {
  readonly database: Database
  readonly jobs: JobQueue
  readonly clock: Clock
  readonly clean: (given: GivenContent) => Promise<CleanedContent>
  /** enqueues the job that copies the images of an entry; absent if this server stores no images */
  readonly enqueueImages?: EnqueueImages
  /** stores the pictures of documents; absent if this server stores no images */
  readonly pictures?: DocumentPictureStore
  /** sends entries that match a rule by e-mail; absent if this server sends no mail */
  readonly sendByRule?: SendByRule
}

interface SaveEntryInput {
  readonly owner: UserId
  readonly address: EntryAddress
  readonly fields: EntryInput
  readonly requestId: string
  /**
   * ISO time of the user's action; defaults to the current time. Of two concurrent changes, the one with the later time
   * wins.
   */
  readonly at?: string
  /** pictures in the content, with their files already written; `DocumentPictureStore.claim` links them to the entry */
  readonly pictures?: readonly StoredPicture[]
  /** earliest start of the fetch, if the page must be fetched; by default now */
  readonly fetchAt?: Date
}

export interface SavedEntry extends SharingChange {
  readonly id: EntryId
  readonly isNew: boolean
}

/**
 * Saves an address: inserts an entry, or changes the existing entry with this address. If the page must be fetched, the
 * fetch is enqueued in the same transaction. Concurrent saves of the same address create only one entry.
 */
export async function saveEntry(deps: SaveEntryDeps, input: SaveEntryInput): Promise<SavedEntry> {
  const { address, fields } = input
  const cleaned =
    fields.content === undefined ? undefined : await deps.clean({ html: fields.content, url: address.url })
  for (let attempt = 1; ; attempt++) {
    try {
      return await ownerTransaction(deps.database, input.owner, (tx) => saveOnce(deps, tx, input, cleaned))
    } catch (error) {
      // Another request has saved the same address since this attempt looked it up. The next attempt finds the entry of
      // that request.
      if (!(error instanceof AddressTaken) || attempt === 3) throw error
    }
  }
}

class AddressTaken extends Error {}

async function saveOnce(
  deps: SaveEntryDeps,
  tx: OwnerTx,
  input: SaveEntryInput,
  cleaned: CleanedContent | undefined,
): Promise<SavedEntry> {
  const { owner, address } = input
  const existing = await findEntryByHashes(tx, owner, addressHashes(...lookupAddresses(address)))
  const { isPublic } = input.fields
  if (!existing) {
    return { id: await insertNewEntry(deps, tx, input, cleaned), isNew: true, ...sharingChange(false, isPublic) }
  }
  const change = { fields: input.fields, cleaned, tags: 'add', now: deps.clock.now() } as const
  await changeEntry(tx, existing, change, deps.enqueueImages)
  await deps.pictures?.claim(tx, owner, existing.id, input.pictures ?? [])
  await addSpellings(tx, existing, [address.url, address.sent])
  await refetchIfFailed(deps, tx, existing, input)
  return { id: existing.id, isNew: false, ...sharingChange(existing.uid !== null, isPublic) }
}

/** Enqueues another fetch of the entry's page, if the last fetch failed and the client sent no content. */
export async function refetchIfFailed(
  deps: Pick<SaveEntryDeps, 'jobs'>,
  tx: OwnerTx,
  entry: Entry,
  { address, fields, requestId, fetchAt }: SaveEntryInput,
): Promise<void> {
  if (entry.fetchState !== 'failed' || fields.content !== undefined) return
  await enqueueRefetch(deps, tx, entry, { requestId, mayUseHttp: address.isSchemeAssumed, runAt: fetchAt })
}

function showsImages({ previewPicture }: EntryInput, cleaned: CleanedContent | undefined): boolean {
  const content = cleaned?.content ?? ''
  return Boolean(previewPicture) || content.includes('<img') || content.includes(' poster="')
}

/** @param times `now` is the ISO time of the insertion, `at` that of the user's action */
function newColumns(
  { owner, address, fields }: SaveEntryInput,
  cleaned: CleanedContent | undefined,
  { now, at }: { readonly now: string; readonly at: string },
) {
  const given = inputColumns(fields, cleaned, now)
  const url = unwrapAddress(address.url)
  return {
    user_id: owner,
    url,
    given_url: address.sent,
    title: cleaned?.title ?? titleFromAddress(url),
    domain_name: new URL(url).hostname,
    ...(cleaned?.language !== undefined && { language: cleaned.language }),
    ...given,
    ...changedTimes(given, at),
    uid: publicId(null, fields.isPublic),
    given_fields: JSON.stringify(givenFields(fields)),
    created_at: now,
    updated_at: now,
  }
}

/**
 * Inserts an entry in the caller's transaction. Enqueues a fetch if the title or the content is missing.
 * @param cleaned the sanitised form of the content; undefined if the client sent no content
 * @throws AddressTaken if another entry of the owner has one of the addresses; AppError `over_quota` if the owner has reached a
 *   limit
 */
export async function insertNewEntry(
  deps: Omit<SaveEntryDeps, 'database' | 'clean'>,
  tx: OwnerTx,
  input: SaveEntryInput,
  cleaned?: CleanedContent,
): Promise<EntryId> {
  const { owner, address, fields, requestId, fetchAt } = input
  const now = deps.clock.now().toISOString()
  const at = input.at ?? now
  await claimSave(tx, owner, deps.clock.now())
  const revision = await advanceRevision(tx, owner)
  const entry = await insertEntry(tx, { ...newColumns(input, cleaned, { now, at }), revision })
  if (await claimAddresses(tx, owner, entry.id, [address.url, address.sent])) throw new AddressTaken()
  await storeGivenText(tx, owner, entry.id, cleaned)
  await addTagsToEntry(tx, owner, entry.id, { tags: await findOrCreateTags(tx, owner, fields.tags ?? []), at })
  // Runs the rules only after the client's tags are stored. Otherwise, tags from rules could use up the maximum number
  // of tags.
  if (cleaned) await applyTaggingRules(tx, owner, [entry.id], { now: deps.clock.now(), sendByRule: deps.sendByRule })
  await deps.pictures?.claim(tx, owner, entry.id, input.pictures ?? [])
  if (showsImages(fields, cleaned)) await deps.enqueueImages?.(tx, owner, entry.id, requestId)
  const isComplete = fields.title !== undefined && cleaned !== undefined
  if (!isComplete) {
    await enqueueFetch(deps, tx, entry, { requestId, mayUseHttp: address.isSchemeAssumed, runAt: fetchAt })
  }
  return entry.id
}
