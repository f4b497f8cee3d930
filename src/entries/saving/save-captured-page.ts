import type { Extraction } from '@dogear/extractor/service'
import type { ExtractionPool } from '../../extraction/extraction-pool.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { Signals } from '../../signals/signals.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'
import type { EntryInput } from '../changing/entry-input.ts'
import { findEntry, findEntryByHashes, updateEntry } from '../entry.repository.ts'
import { compressCapture } from '../fetching/capture.repository.ts'
import { enqueueFetchJob } from '../fetching/enqueue-fetch.ts'
import { advanceRevision } from '../../users/revision.ts'
import type { PageResponse } from '../fetching/fetch-result.ts'
import { finishFetch, type FinishFetchDeps } from '../fetching/finish-fetch.ts'
import { addressHashes } from './address-hashes.ts'
import { parseAbsoluteAddress, lookupAddresses, type EntryAddress } from './entry-address.ts'
import { saveEntry, type SavedEntry, type SaveEntryDeps } from './save-entry.ts'
import { entryIdAfterFetch, entryTopic } from './wait-for-fetch.ts'

export interface SaveCapturedPageDeps extends SaveEntryDeps, FinishFetchDeps {
  readonly extraction: Pick<ExtractionPool, 'extract'>
  readonly signals: Signals
}

/** A page as a browser has saved it in one file. */
interface CapturedPage {
  readonly owner: UserId
  /** the file. Its memory is transferred to the extraction thread, so the caller must not use it afterwards. */
  readonly bytes: Uint8Array
  readonly contentType: string | undefined
  /** address of the page; by default, the address that the file states */
  readonly address?: EntryAddress | undefined
  readonly fields?: EntryInput
  readonly requestId: string
  /** true to change nothing if the address is already saved */
  readonly skipsKnown?: boolean
}

/**
 * Milliseconds after which the server fetches the page itself, in case the process ends before it has stored the file.
 */
const FALLBACK_MS = 5 * 60_000

/**
 * Saves a page that a browser has captured, with its pictures: what the reader sees, for example behind a sign-in. The
 * file becomes the capture of the entry. A text that the user has edited stays, and so does a text that is far longer.
 * If the file has no readable text, the server fetches the page instead.
 *
 * @returns the entry; undefined if no address is given and the file states none
 */
export async function saveCapturedPage(
  deps: SaveCapturedPageDeps,
  captured: CapturedPage,
): Promise<Pick<SavedEntry, 'id' | 'isNew'> | undefined> {
  const { owner, fields = {}, requestId } = captured
  const known = captured.skipsKnown ? await findKnown(deps, owner, captured.address) : undefined
  if (known !== undefined) return { id: known, isNew: false }
  const { extraction, page } = await extractFile(deps, captured)
  const address = captured.address ?? (extraction.savedFrom ? parseAbsoluteAddress(extraction.savedFrom) : undefined)
  if (!address) return undefined
  const hasText = extraction.kind === 'article'
  const fetchAt = new Date(deps.clock.now().getTime() + (hasText ? FALLBACK_MS : 0))
  const { id, isNew } = await saveEntry(deps, { owner, address, fields, requestId, fetchAt })
  if (hasText) await storePage(deps, { owner, id, requestId }, extraction, page)
  // Storing the page may have merged the entry into an older one.
  return { id: (await entryIdAfterFetch(deps.database, owner, address.url)) ?? id, isNew }
}

/** Stands for the address of a page until the file is read. Relative addresses in a file without one lead nowhere. */
const UNKNOWN = 'https://page.invalid/'

async function findKnown(
  { database }: SaveCapturedPageDeps,
  owner: UserId,
  address: EntryAddress | undefined,
): Promise<EntryId | undefined> {
  if (!address) return undefined
  const hashes = addressHashes(...lookupAddresses(address))
  return (await database.read((db) => findEntryByHashes(db, owner, hashes)))?.id
}

interface ExtractedFile {
  readonly extraction: Extraction
  /** the file as the response of the site */
  readonly page: PageResponse
}

async function extractFile(
  deps: SaveCapturedPageDeps,
  { owner, bytes, contentType, address }: CapturedPage,
): Promise<ExtractedFile> {
  const sent = { url: address?.url ?? UNKNOWN, status: 200, headers: {}, contentType, body: bytes }
  // Compressed first, because the extraction takes the memory of the bytes.
  const capture = await compressCapture(sent)
  const extraction = await deps.extraction.extract(sent, String(owner))
  const url = extraction.savedFrom ?? sent.url
  return { extraction, page: { url, status: 200, headers: {}, contentType, capture: { ...capture, url } } }
}

interface FetchPlace {
  readonly owner: UserId
  readonly id: EntryId
  readonly requestId: string
}

async function storePage(
  deps: SaveCapturedPageDeps,
  { owner, id, requestId }: FetchPlace,
  extraction: Extraction & { kind: 'article' },
  page: PageResponse,
): Promise<void> {
  const generation = await replaceFetch(deps, { owner, id, requestId })
  if (generation === undefined) return
  await finishFetch(deps, { owner, id, generation }, { kind: 'article', page, extraction, isExcerpt: false })
  await deps.signals.notify(entryTopic(id))
}

/**
 * Takes the place of a fetch: the result of a fetch that is waiting or running will be discarded. The fetch is repeated
 * later, unless the page is stored until then.
 * @returns the generation with which the page is stored; undefined if the entry was deleted
 */
async function replaceFetch(
  { database, jobs, clock }: SaveCapturedPageDeps,
  { owner, id, requestId }: FetchPlace,
): Promise<number | undefined> {
  return ownerTransaction(database, owner, async (tx) => {
    const entry = await findEntry(tx, owner, id)
    if (!entry) return undefined
    const generation = entry.fetchGeneration + 1
    await advanceRevision(tx, owner)
    await updateEntry(tx, owner, id, { fetch_state: 'pending', fetch_generation: generation })
    const payload = { userId: owner, entryId: id, generation, requestId }
    const runAt = new Date(clock.now().getTime() + FALLBACK_MS)
    await enqueueFetchJob(jobs, tx, payload, { url: entry.url, runAt })
    return generation
  })
}
