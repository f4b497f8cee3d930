import { MIMEType } from 'whatwg-mimetype'

/** The readable parts of a Content-Type field. */
export interface ContentType {
  /** `type/subtype` in lower case, or undefined if it is invalid */
  readonly essence: string | undefined
  /** the charset parameter as written, without quotes */
  readonly charset: string | undefined
}

/** Maximum length that is read. */
const FIELD_LENGTH = 512

/** Parses the field by the WHATWG MIME Sniffing standard, "parsing a MIME type". */
export function parseContentType(field: string | undefined): ContentType {
  const type = MIMEType.parse((field ?? '').slice(0, FIELD_LENGTH))
  return { essence: type?.essence, charset: type?.parameters.get('charset') }
}
