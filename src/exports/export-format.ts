/** The HTTP headers and features of an export format (wallabag contract, section 8). */
interface ExportFormat {
  /** exact value of `Content-Type` */
  readonly mediaType: string
  /** extension of the file; absent if it is the name of the format */
  readonly extension?: string
  /** true for books and PDF; all other formats are text in UTF-8 */
  readonly isBinary: boolean
  /** whether the file contains the images of entries */
  readonly hasImages: boolean
}

/** The formats, by name. */
export const EXPORT_FORMATS = {
  epub: { mediaType: 'application/epub+zip', isBinary: true, hasImages: true },
  // The media type is that of Calibre-Web. Kobo's devices recognise the file by its extension.
  kepub: { mediaType: 'application/kepub+zip', extension: 'kepub.epub', isBinary: true, hasImages: true },
  pdf: { mediaType: 'application/pdf', isBinary: true, hasImages: true },
  csv: { mediaType: 'application/csv', isBinary: false, hasImages: false },
  txt: { mediaType: 'text/plain; charset=UTF-8', isBinary: false, hasImages: false },
  xml: { mediaType: 'application/xml', isBinary: false, hasImages: false },
  json: { mediaType: 'application/json', isBinary: false, hasImages: false },
  md: { mediaType: 'text/markdown; charset=UTF-8', isBinary: false, hasImages: false },
} as const satisfies Readonly<Record<string, ExportFormat>>

export type FormatName = keyof typeof EXPORT_FORMATS

/** @returns true if a name, in lower case, is that of an export format */
export function isFormatName(ending: string): ending is FormatName {
  return Object.hasOwn(EXPORT_FORMATS, ending)
}

/**
 * @param fileName name without extension, safe inside quotation marks (see `exportFileName`)
 * @returns the headers of the response. Their names and values are spelled as clients expect them.
 */
export function exportHeaders(format: FormatName, fileName: string): Readonly<Record<string, string>> {
  const { mediaType, isBinary, extension = format }: ExportFormat = EXPORT_FORMATS[format]
  return {
    'content-type': mediaType,
    'content-disposition': `attachment; filename="${fileName}.${extension}"`,
    'content-transfer-encoding': isBinary ? 'binary' : 'UTF-8',
    ...(isBinary && { 'content-description': 'File Transfer' }),
    'cache-control': 'no-store, private',
  }
}
