import { MIMEType } from 'node:util'

/** The parts of a Content-Type field that the extractor uses. */
interface ContentType {
  /** `type/subtype` in lower case; undefined if the field is invalid */
  readonly essence: string | undefined
  /** the `charset` parameter as written, without quotes */
  readonly charset: string | undefined
}

/** Maximum length of the field in characters. The rest of a longer field is ignored. */
const FIELD_LENGTH = 512

/** Parses a Content-Type field (WHATWG MIME Sniffing standard, "parsing a MIME type"). */
export function parseContentType(field: string | undefined): ContentType {
  const type = parse((field ?? '').slice(0, FIELD_LENGTH))
  return { essence: type?.essence, charset: type?.params.get('charset') ?? undefined }
}

/** @returns the parsed field; undefined if it is invalid */
function parse(field: string): MIMEType | undefined {
  try {
    return new MIMEType(field)
  } catch {
    return undefined
  }
}
