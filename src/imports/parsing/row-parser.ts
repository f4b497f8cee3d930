import type { RawRow } from '../import-row.ts'

/** Parses the text of a file piece by piece. */
export interface RowParser {
  /** @throws AppError `invalid_input` if the file cannot be of this kind; rows before the error stay valid */
  push(text: string): void
  /** Ends the file. @throws AppError `invalid_input` if it is truncated */
  end(): void
}

/** Receives every row in order: the page data, or the reason why it is unreadable. */
export interface RowSink {
  row(raw: RawRow): void
  broken(reason: string): void
}

/** An object of a file; its names and values are unchecked. */
export type JsonItem = Readonly<Record<string, unknown>>

export interface HtmlLink {
  /** attributes by their names in lower case */
  readonly attributes: ReadonlyMap<string, string>
  readonly text: string
  /** text of the heading above the link, in lower case */
  readonly heading: string
}

/** The description of a service's file format. Items for which a reader returns nothing are skipped silently. */
export type ImportFormat =
  | {
      readonly kind: 'json'
      /** location of the items: in the outermost list, or in every list with this name */
      readonly itemsIn: 'root' | 'bookmarks' | 'children'
      readonly read: (item: JsonItem) => RawRow | undefined
    }
  /** @param index 0 for the first record of the file, which may be a header */
  | {
      readonly kind: 'csv'
      /** the first row is the newest page, so the last is processed first, and the newest gets the highest id */
      readonly isNewestFirst?: boolean
      readonly read: (cells: readonly string[], index: number, head: readonly string[]) => RawRow | undefined
    }
  | { readonly kind: 'html'; readonly read: (link: HtmlLink) => RawRow | undefined }
  | { readonly kind: 'text'; readonly read: (line: string) => RawRow | undefined }
