import type { RawRow } from '../import-row.ts'

/** Reads the text of a file piece by piece. */
export interface RowParser {
  /** @throws AppError `invalid_input` when this can be no file of the kind; what was read before stands */
  push(text: string): void
  /** Says that the file has ended. @throws AppError `invalid_input` when it breaks off */
  end(): void
}

/** Told of every row in order: what the file says of a page, or why that cannot be read. */
export interface RowSink {
  row(raw: RawRow): void
  broken(reason: string): void
}

/** An object of a file; its names and values are foreign. */
export type JsonItem = Readonly<Record<string, unknown>>

export interface HtmlLink {
  /** attributes by their names in lower case */
  readonly attributes: ReadonlyMap<string, string>
  readonly text: string
  /** text of the heading above it, in lower case */
  readonly heading: string
}

/** How the files of a service are read. What a reader answers with nothing is passed over in silence. */
export type ImportFormat =
  | {
      readonly kind: 'json'
      /** where the items are: in the outermost list, or in every list of this name */
      readonly itemsIn: 'root' | 'bookmarks' | 'children'
      readonly read: (item: JsonItem) => RawRow | undefined
    }
  /** @param index 0 for the first record of the file, which may be a head */
  | {
      readonly kind: 'csv'
      /** the first row is the newest page, so the last is taken first, and the newest gets the highest id */
      readonly isNewestFirst?: boolean
      readonly read: (cells: readonly string[], index: number, head: readonly string[]) => RawRow | undefined
    }
  | { readonly kind: 'html'; readonly read: (link: HtmlLink) => RawRow | undefined }
