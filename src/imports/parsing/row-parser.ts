import type { ImportedCollection, RawDocument, RawRow } from '../import-row.ts'

/** Parses the text of a file piece by piece and passes the rows to a sink. */
export interface RowParser {
  /**
   * @throws AppError `invalid_input` if the text does not have the syntax of the format or exceeds a limit. Rows passed
   * on before the error are valid.
   */
  push(text: string): void
  /**
   * Called at the end of the text.
   * @throws AppError `invalid_input` if the text is truncated
   */
  end(): void
}

/** Receives all rows in order: the fields of a page, or the reason why the row is unreadable. */
export interface RowSink {
  row(raw: RawRow): void
  broken(reason: string): void
}

/** An object in a JSON file, with unchecked keys and values. */
export type JsonItem = Readonly<Record<string, unknown>>

export interface HtmlLink {
  /** attributes by lower-case name */
  readonly attributes: ReadonlyMap<string, string>
  readonly text: string
  /** text of the heading above the link, in lower case */
  readonly heading: string
  /** text of the description after the link (`<DD>`); empty if there is none */
  readonly description: string
  /** names of the user's folders that contain the link, the outermost first */
  readonly folders: readonly string[]
}

/**
 * The file format of a service. If `read` returns undefined, the record is not an item of the user, such as a header, and
 * is not reported. An item that is left out on purpose has a reason (`leftOut`).
 */
export type ImportFormat =
  | {
      readonly kind: 'json'
      /**
       * where the pages are: in the outermost list (`root`), in that or in the lists of the outermost object (`top`), or in every
       * list with one of these keys
       */
      readonly itemsIn: 'root' | 'top' | readonly string[]
      /** where the user's lists of pages are, if the file has any: in a list of the outermost object */
      readonly collections?: {
        readonly itemsIn: string
        readonly read: (items: readonly JsonItem[]) => readonly ImportedCollection[]
      }
      readonly read: (item: JsonItem) => RawRow | undefined
      /** reads an item that is a text; absent if such items are unreadable */
      readonly readText?: (text: string) => RawRow
      /**
       * number of levels of folders that the program created, such as the bookmarks bar of a browser, counted from the
       * outermost. Only the folders below them belong to the user.
       */
      readonly browserFolders?: number
      /** true if folders contain no others; only the innermost object around a page is then a folder */
      readonly hasFlatFolders?: boolean
      /** name of the folder of pages that are in none */
      readonly defaultFolder?: string
    }
  /** `read` gets the record, its index, and the first record of the file, which may be a header. */
  | {
      readonly kind: 'csv'
      /**
       * true if the first row is the newest page. The rows are then processed in reverse, so that the newest page gets
       * the highest id.
       */
      readonly isNewestFirst?: boolean
      /** true if cells may also be separated by semicolons or tabs; otherwise only by commas */
      readonly hasAnySeparator?: boolean
      readonly read: (cells: readonly string[], index: number, head: readonly string[]) => RawRow | undefined
    }
  | { readonly kind: 'html'; readonly read: (link: HtmlLink) => RawRow | undefined }
  | {
      readonly kind: 'text'
      /** maximum length of a line in characters; without it, that of a line with an address and a title */
      readonly maxLine?: number
      readonly read: (line: string) => RawRow | undefined
    }
  /** A file that is read as a whole, because the highlights of a document are not in one place. */
  | { readonly kind: 'highlights'; readonly read: ReadHighlights }

/**
 * Reads the documents of a file of highlights, without validation.
 * @param broken called with the reason for each unreadable row
 */
export type ReadHighlights = (text: string, broken: (reason: string) => void) => readonly RawDocument[]
