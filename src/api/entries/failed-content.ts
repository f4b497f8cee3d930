import { failureContent, knownReason } from '../../entries/fetching/fetch-failure-reasons.ts'
import type { LoadedEntry } from '../../entries/listing/load-entries.ts'

/**
 * The start of wallabag's text for a page that it could not read. Clients know such an entry by it, and do not take the
 * text for that of the page: Readeck 0.22.3 (`internal/bookmarks/importer/wallabag.go`) then fetches the page itself.
 */
const SENTENCE = "wallabag can't retrieve contents for this article. "

/** @returns the content of an entry as JSON, with wallabag's sentence before the reason of a failed fetch */
export function contentForClients({ entry, content }: LoadedEntry): Uint8Array | undefined {
  if (content === undefined || entry.fetchState !== 'failed') return content
  const bytes = Buffer.from(content)
  const reason = Buffer.from(JSON.stringify(failureContent(knownReason(entry.fetchReason), undefined)).slice(0, -1))
  if (!bytes.subarray(0, reason.length).equals(reason)) return content
  return Buffer.concat([Buffer.from(`"${SENTENCE}`), bytes.subarray(1)])
}
