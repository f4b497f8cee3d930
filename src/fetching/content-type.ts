import { MIMEType } from 'whatwg-mimetype'

/** What a Content-Type field says, as far as it can be read. */
export interface ContentType {
  /** `type/subtype` in lower case, or undefined when it is none */
  readonly essence: string | undefined
  /** the charset parameter as written, without quotes */
  readonly charset: string | undefined
}

/** More of the field is not looked at. */
const FIELD_LENGTH = 512

/** Reads the field by the WHATWG MIME Sniffing standard, "parsing a MIME type". */
export function parseContentType(field: string | undefined): ContentType {
  const type = MIMEType.parse((field ?? '').slice(0, FIELD_LENGTH))
  return { essence: type?.essence, charset: type?.parameters.get('charset') }
}
