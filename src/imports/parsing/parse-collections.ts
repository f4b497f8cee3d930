import { MAX_COLLECTIONS } from '../../collections/collection.ts'
import { parseJsonObject } from '../../kernel/json.ts'
import { AppError } from '../../kernel/errors.ts'
import { chunksOf, type ByteSource } from '../byte-source.ts'
import type { FormatChoice } from '../import-formats.ts'
import type { ImportedCollection } from '../import-row.ts'
import { ChunkDecoder } from './decode-chunks.ts'
import { detectFormat } from './detect-format.ts'
import { FILE_FORMATS } from './file-formats.ts'
import { JsonItems } from './json-items.ts'
import type { ImportFormat, JsonItem } from './row-parser.ts'
import { isSqlite } from '../formats/highlights/kobo-database.ts'
import { isZip } from './zip-archive.ts'

type Collections = NonNullable<Extract<ImportFormat, { kind: 'json' }>['collections']>

async function isNoText(source: ByteSource): Promise<boolean> {
  if (source.size === 0) return true
  const head = await source.read(0, 16)
  return isZip(head) || isSqlite(head)
}

/**
 * Reads the collections of a file. They may come after the pages, so the whole file is read; for a format without
 * collections, only the first piece.
 * @returns the collections, at most as many as a user can have; none if the file is unreadable, because `parseFile`
 * reports that error
 */
export async function parseCollections(
  source: ByteSource,
  chosen: FormatChoice,
): Promise<readonly ImportedCollection[]> {
  if (await isNoText(source)) return []
  const decoder = new ChunkDecoder()
  const items: JsonItem[] = []
  let format: Collections | undefined
  let parser: JsonItems | undefined
  try {
    for await (const piece of chunksOf(source)) {
      const text = decoder.push(piece)
      format ??= collectionsOf(text, chosen)
      if (!format) return []
      parser ??= itemsOf(format, items)
      parser.push(text)
    }
    parser?.push(decoder.end())
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
  return format?.read(items) ?? []
}

/** @param head the first piece of the file */
function collectionsOf(head: string, chosen: FormatChoice): Collections | undefined {
  const name = detectFormat(head, chosen)
  const format: ImportFormat | undefined = name === undefined ? undefined : FILE_FORMATS[name]
  return format?.kind === 'json' ? format.collections : undefined
}

function itemsOf({ itemsIn }: Collections, items: JsonItem[]): JsonItems {
  return new JsonItems((name, depth) => depth === 1 && name === itemsIn, {
    item: (text) => {
      const item = parseJsonObject(text)
      if (item && items.length < MAX_COLLECTIONS) items.push(item)
    },
    broken: () => undefined,
  })
}
