import type { EntryId } from '../../kernel/branded-ids.ts'

/** Maximum number of bytes of a title in a file name (plugins/wallabag.koplugin/main.lua). */
const MAX_BYTES = 230

const PREFIX = /^\[w-id_(\d{1,15})\] /

/** @returns the id of the entry in the name of a file that KOReader's plugin for wallabag has stored */
export function entryOfFileName(name: string): EntryId | undefined {
  const id = PREFIX.exec(name)?.[1]
  return id === undefined ? undefined : (Number(id) as EntryId)
}

/**
 * @param title title of the entry, as the API shows it
 * @returns the names under which KOReader's plugin for wallabag stores the entry: on file systems of Windows and on Android,
 *   and on others. They are the same for most titles.
 */
export function koreaderFileNames(id: EntryId, title: string): ReadonlySet<string> {
  const plain = plainTitle(title)
  const strict = plain.replaceAll(/[\\/:*?"<>|]/g, '_').replace(/[.\t\n\v\f\r ]+$/, '')
  const loose = plain.replaceAll('/', '_')
  return new Set([strict, loose].map((safe) => `[w-id_${id}] ${safe}.epub`))
}

/** `util.getSafeFilename` of frontend/util.lua, before it replaces characters */
function plainTitle(title: string): string {
  // A dot at the end counts as the start of an empty file extension.
  const oneLine = title.replace(/\.$/, '').replaceAll(/\r?\n|\t/g, ' ')
  return cutBytes(withoutHtml(oneLine), MAX_BYTES)
}

/** `util.htmlToPlainTextIfHtml`, for the parts of HTML that occur in titles */
function withoutHtml(text: string): string {
  const isEncoded = !/<[A-Za-z\d]+[^>]*>/.test(text) && /&lt;[A-Za-z]+&gt;/.test(text)
  const decoded = isEncoded ? decodeEntities(text) : text
  if (!isEncoded && !/<[A-Za-z\d]+[^>]*>/.test(text)) return text.replace(/\]\]>\s*$/, '')
  return decodeEntities(decoded.replaceAll(/<[^>]*>/g, '')).trim()
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

function decodeEntities(text: string): string {
  return text.replaceAll(/&(lt|gt|quot|apos|amp);/g, (_all, name: string) => ENTITIES[name]!)
}

/** @returns the start of the text, without a character that would be cut in two */
function cutBytes(text: string, most: number): string {
  const bytes = Buffer.from(text)
  let end = Math.min(most, bytes.length)
  while (end < bytes.length && end > 0 && (bytes[end]! & 0xc0) === 0x80) end--
  return bytes.toString('utf8', 0, end)
}
