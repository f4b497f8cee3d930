import { isJsonObject, parseJson } from '../../../kernel/json.ts'
import { AppError } from '../../../kernel/errors.ts'
import { reasonText } from '../../import-failure-reasons.ts'
import { chunkHighlights } from '../../highlights/chunk-highlights.ts'
import type { RawDocument } from '../../import-row.ts'
import type { ImportFormat, JsonItem } from '../../parsing/row-parser.ts'

/**
 * JSON of the exporter plugin of KOReader (plugins/exporter.koplugin/target/json.lua and clip.lua, commit fc888876 of
 * 22 August 2026): one document, or a list of them in `documents`.
 *
 * Members of a document: `title`, `author`, `file` with its folders, `number_of_pages`, and `entries`. Members of a highlight:
 * `text`, `note`, `color`, `time` in seconds, `page` (a number, or the label of a page), and `pn_xp` (the place in an EPUB).
 * Scripts may add `url` and `partial_md5_checksum` to a document; the latter is in the device's own file about the document. Not
 * imported: `md5sum` (of the whole file, which Dogear does not know), `chapter`, `drawer` (the kind of line), `sort`, `image` (a
 * highlighted picture), `created_on`, `exported`, `version`.
 */
export const koreader: ImportFormat = { kind: 'highlights', read: readKoreaderHighlights }

/**
 * @returns the documents, without validation
 * @throws AppError `invalid_input` if the text is not JSON
 */
function readKoreaderHighlights(text: string): readonly RawDocument[] {
  const root = parseJson(text.replace(/^\ufeff/, ''))
  if (root === undefined) throw new AppError('invalid_input', reasonText('jsonInvalid'))
  const documents = Array.isArray(root)
    ? root
    : isJsonObject(root) && Array.isArray(root['documents'])
      ? root['documents']
      : [root]
  return documents.filter(isJsonObject).flatMap(documentsOf)
}

function documentsOf(item: JsonItem): readonly RawDocument[] {
  const { title, author, file: fileName, partial_md5_checksum: hash, url, number_of_pages: pages, entries } = item
  const annotations = (Array.isArray(entries) ? entries : [])
    .filter(isJsonObject)
    .map((entry) => highlightOf(entry, pages))
  return chunkHighlights({ title, author, fileName, hash, url }, annotations)
}

function highlightOf({ text, note, color, page, time, pn_xp: xpointer }: JsonItem, pages: unknown): object {
  const isPlace = typeof page === 'number' && typeof pages === 'number' && page >= 1 && page <= pages
  return { quote: text, text: note, color, created_at: time, xpointer, ...(isPlace && { share: (page - 0.5) / pages }) }
}
