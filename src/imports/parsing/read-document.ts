import { MAX_TITLE } from '../../entries/entry.ts'
import { parseWebAddress } from '../../entries/saving/entry-address.ts'
import { cutText, storableText } from '../../kernel/storable-text.ts'
import { joinReasons, reasonText } from '../import-failure-reasons.ts'
import type { HighlightedDocument, ParsedRow, RawDocument } from '../import-row.ts'
import { readAnnotations } from './read-annotations.ts'

const MAX_AUTHOR = 250
const MAX_FILE_NAME = 1000

/**
 * Validates a document.
 * @param raw its highlights are in wallabag's export format (src/imports/parsing/read-annotations.ts)
 * @returns the document; a row without highlights is left out
 */
export function readDocument(raw: RawDocument): ParsedRow {
  const notices: string[] = []
  const annotations = readAnnotations(raw.annotations, (notice) => notices.push(notice))
  if (!annotations) return { kind: 'left_out', reason: reasonText('documentEmpty') }
  const notice = joinReasons(notices)
  return { kind: 'document', document: { ...about(raw), annotations }, ...(notice !== undefined && { notice }) }
}

function about({ title, author, fileName, hash, url }: RawDocument): Omit<HighlightedDocument, 'annotations'> {
  const name = textOf(fileName, MAX_FILE_NAME)?.split(/[/\\]/).at(-1)
  const [by, address] = [textOf(author, MAX_AUTHOR), parseWebAddress(url)]
  return {
    title: textOf(title, MAX_TITLE) ?? name ?? '',
    ...(by !== undefined && { author: by }),
    ...(name !== undefined && { fileName: name }),
    ...(typeof hash === 'string' && /^[\da-f]{32}$/i.test(hash) && { hash: hash.toLowerCase() }),
    ...(address !== undefined && { url: address }),
  }
}

function textOf(value: unknown, length: number): string | undefined {
  return typeof value === 'string' ? cutText(storableText(value), length).trim() || undefined : undefined
}
