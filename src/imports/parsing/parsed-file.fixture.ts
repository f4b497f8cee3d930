import { AppError } from '../../kernel/errors.ts'
import type { ByteSource } from '../byte-source.ts'
import type { FormatChoice } from '../import-formats.ts'
import type { HighlightedDocument, ImportRow } from '../import-row.ts'
import { parseFile } from './parse-file.ts'

interface ParsedFile {
  readonly rows: readonly ImportRow[]
  /** documents with highlights; absent if there are none */
  readonly documents?: readonly HighlightedDocument[]
  /** for each row that could not be read, the reason */
  readonly broken: readonly string[]
  /** for each row that was skipped because it is not a page, the reason */
  readonly skipped: readonly string[]
  /** message of the error if the file could not be read to its end */
  readonly failure: string | undefined
}

export function memorySource(content: string | Uint8Array): ByteSource {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return { size: bytes.length, read: async (offset, length) => new Uint8Array(bytes.subarray(offset, offset + length)) }
}

/** @returns everything that the parser reads from a file */
export async function parseWhole(content: string | Uint8Array, format: FormatChoice): Promise<ParsedFile> {
  const rows: ImportRow[] = []
  const documents: HighlightedDocument[] = []
  const broken: string[] = []
  const skipped: string[] = []
  const found = () => ({ rows, ...(documents.length > 0 && { documents }), broken, skipped })
  try {
    for await (const batch of parseFile(memorySource(content), format)) {
      for (const one of batch) {
        if (one.kind === 'row') rows.push(one.row)
        else if (one.kind === 'document') documents.push(one.document)
        else (one.kind === 'broken' ? broken : skipped).push(one.reason)
      }
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...found(), failure: error.message }
  }
  return { ...found(), failure: undefined }
}
