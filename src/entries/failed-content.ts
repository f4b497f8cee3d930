import { failureContent, knownReason } from './fetching/fetch-failure-reasons.ts'
import type { LoadedEntry } from './listing/load-entries.ts'

/**
 * The start of wallabag's text for a page that it could not read. Clients know such an entry by it, and do not take the
 * text for that of the page: Readeck 0.22.3 (`internal/bookmarks/importer/wallabag.go`) then fetches the page itself, and so
 * does Dogear's own import.
 */
const SENTENCE = "wallabag can't retrieve contents for this article. "

/**
 * @returns the content of an entry as JSON, for clients and files of wallabag: with wallabag's sentence before the reason of
 *   a failed fetch
 */
export function contentForOthers({ entry, content }: Pick<LoadedEntry, 'entry' | 'content'>): Uint8Array | undefined {
  if (content === undefined || entry.fetchState !== 'failed') return content
  const bytes = Buffer.from(content)
  const reason = Buffer.from(JSON.stringify(failureContent(knownReason(entry.fetchReason), undefined)).slice(0, -1))
  if (!bytes.subarray(0, reason.length).equals(reason)) return content
  return Buffer.concat([Buffer.from(`"${SENTENCE}`), bytes.subarray(1)])
}
