import { encodingOf } from './charset-label.ts'
import { prescanMeta } from './meta-prescan.ts'

/** HTML standard, "prescan a byte stream to determine its encoding": the part of a page that is looked at, in bytes. */
const PRESCAN_BYTES = 1024

/** @returns the encoding that the byte order mark tells (Encoding standard, "BOM sniff") */
export function markedCharset(body: Uint8Array): string | undefined {
  const [a, b, c] = body
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return a === 0xff && b === 0xfe ? 'utf-16le' : undefined
}

/** @returns the encoding that a page or XML document declares inside itself */
export function declaredCharset(body: Uint8Array): string | undefined {
  const head = Buffer.from(body.subarray(0, PRESCAN_BYTES)).toString('latin1')
  if (head.startsWith('<\0?\0x\0')) return 'utf-16le'
  if (head.startsWith('\0<\0?\0x')) return 'utf-16be'
  return readable(encodingOf(xmlEncoding(head))) ?? readable(prescanMeta(head))
}

/** What could be read as ASCII so far is no UTF-16; HTML standard, same section, last steps. */
function readable(encoding: string | undefined): string | undefined {
  if (encoding?.startsWith('utf-16')) return 'utf-8'
  return encoding === 'x-user-defined' ? 'windows-1252' : encoding
}

/** HTML standard, "get an XML encoding". */
function xmlEncoding(head: string): string | undefined {
  const end = head.indexOf('>')
  const at = head.indexOf('encoding')
  if (!head.startsWith('<?xml') || at < 0 || at > end) return undefined
  const rest = head.slice(at + 'encoding'.length, end).trimStart()
  const value = rest.startsWith('=') ? rest.slice(1).trimStart() : ''
  const quote = value.charAt(0)
  const close = value.indexOf(quote, 1)
  return (quote === '"' || quote === "'") && close > 0 ? value.slice(1, close) : undefined
}
