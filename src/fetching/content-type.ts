/** What a Content-Type field says, as far as it can be read. */
export interface ContentType {
  /** `type/subtype` in lower case, or undefined when it is none */
  readonly essence: string | undefined
  /** the charset parameter as written, without quotes */
  readonly charset: string | undefined
}

/** More of the field is not looked at. */
const FIELD_LENGTH = 512
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/

/** Reads the field leniently, after the WHATWG MIME Sniffing standard, "parsing a MIME type". */
export function parseContentType(field: string | undefined): ContentType {
  const [type = '', ...parameters] = (field ?? '').slice(0, FIELD_LENGTH).split(';')
  const values = parameters.map(charsetOf)
  return { essence: essenceOf(type), charset: values.find((value) => value !== undefined) }
}

function essenceOf(text: string): string | undefined {
  const essence = text.trim().toLowerCase()
  const [type = '', subtype = '', ...more] = essence.split('/')
  return more.length === 0 && TOKEN.test(type) && TOKEN.test(subtype) ? essence : undefined
}

function charsetOf(parameter: string): string | undefined {
  const equals = parameter.indexOf('=')
  if (equals < 0 || parameter.slice(0, equals).trim().toLowerCase() !== 'charset') return undefined
  const value = parameter.slice(equals + 1).trim()
  const unquoted = value.startsWith('"') ? value.slice(1).split('"', 1)[0] : value
  return unquoted === '' ? undefined : unquoted
}
