import type { RawRow } from '../../import-row.ts'
import type { ImportFormat } from '../../parsing/row-parser.ts'
import { readMembers } from './named-members.ts'
import { parseJsonObject } from '../../../kernel/json.ts'

/** Matches the start of a file with an object on each line, the first of which contains an address. */
export const LINES_OF_OBJECTS = /^\{[^\r\n]*"(?:url|link|href|address|uri)"\s*:\s*"[^\r\n]*\}[ \t]*\r?\n\s*\{/i

/** Maximum length of a line in characters: that of a page with its content. */
const MAX_LINE = 16 * 1024 * 1024

/** A file with an object on each line ("JSON Lines", jsonlines.org), whose members are those of `namedMembers`. */
export const jsonLines: ImportFormat = {
  kind: 'text',
  maxLine: MAX_LINE,
  read: (line): RawRow | undefined => {
    if (line.trim() === '') return undefined
    const item = parseJsonObject(line)
    return item ? readMembers(item) : { unreadable: 'rowNoObject' }
  },
}
