import { loadEntry } from '../entries/listing/load-entry.ts'
import { authorsOf } from '../entries/authors-of.ts'
import { contentOf } from '../entries/listing/content-of.ts'
import { findEntryByAddress, type FindKnownEntries } from '../entries/entries-by-address.ts'
import type { LoadedEntry, LoadEntries } from '../entries/listing/load-entries.ts'
import { shownTitle } from '../entries/shown-title.ts'
import type { LoadCopies } from '../images/load-image-copies.ts'
import { textIn, type SentFields } from '../keys/sent-fields.ts'
import { articleHtml } from './article-html.ts'
import { hasText } from './article-item.ts'
import { markedId, unmarkAddress } from './article-marker.ts'
import type { KoboUser } from './kobo-user.ts'
import type { PictureAddresses } from './picture-address.ts'
import { StatusError } from '../http/send-error.ts'

export interface DownloadDeps {
  readonly loadEntries: LoadEntries
  readonly findKnownEntries: FindKnownEntries
  readonly loadCopies: LoadCopies
  readonly addresses: PictureAddresses
}

/**
 * Finds an article by the address that the list of articles contained.
 * @param form `text` for the members of Pocket's older answer, too
 * @returns its HTML, in which comments stand for the pictures, and the addresses of these
 * @throws StatusError 404 if the user has no such entry, or if it has no text
 */
export async function downloadArticle(
  deps: DownloadDeps,
  user: KoboUser,
  fields: SentFields,
  form: 'download' | 'text',
) {
  const loaded = await findArticle(deps, user, textIn(fields, 'url') ?? '')
  const content = loaded ? contentOf(loaded) : ''
  if (!loaded || !hasText(loaded.entry, content)) throw new StatusError(404, 'There is no such article.')
  const { id: owner, device } = user
  const findCopy = await deps.loadCopies(owner, loaded.entry.id)
  const pictureOf = (address: string) => {
    const hash = findCopy(address)?.path
    return hash === undefined ? undefined : deps.addresses.addressOf({ owner, device: device.id, hash })
  }
  const { html, pictures } = articleHtml(content, pictureOf)
  const images = pictures.map((src, index) => [String(index), { image_id: String(index), item_id: String(index), src }])
  const answer = { article: html, images: Object.fromEntries(images) as object }
  if (form === 'download') return answer
  const lead = loaded.entry.previewPicture
  return { ...answer, ...pocketMembers(loaded), topImageUrl: (lead && pictureOf(lead)) ?? '' }
}

/**
 * A device may send the address without the id of the entry, or encoded in another way, and the entry may have been merged
 * into another one.
 */
async function findArticle(
  deps: DownloadDeps,
  { id: owner }: KoboUser,
  address: string,
): Promise<LoadedEntry | undefined> {
  const { loadEntries, findKnownEntries } = deps
  const marked = await loadEntry(loadEntries, owner, markedId(address), { hasContent: true })
  if (marked) return marked
  const known = await findEntryByAddress(findKnownEntries, owner, unmarkAddress(address))
  return loadEntry(loadEntries, owner, known, { hasContent: true })
}

function pocketMembers({ entry }: LoadedEntry) {
  return {
    resolved_id: String(entry.id),
    resolvedUrl: entry.url,
    host: entry.domainName ?? '',
    title: shownTitle(entry),
    authors: Object.fromEntries(authorsOf(entry).map((name) => [name, { author_id: name, name }])),
    wordCount: entry.readingTime * 200,
    lang: entry.language ?? '',
    responseCode: 200,
  }
}
