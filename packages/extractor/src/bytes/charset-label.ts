/** Maximum length, more than any label of the Encoding standard. */
const LABEL_LENGTH = 40

/**
 * @param label from a server or a page
 * @returns the lower-case name of the encoding by the WHATWG Encoding standard (so `latin1` is `windows-1252`), or
 *   undefined for labels that it does not decode, such as utf-7 and those of the replacement encoding
 */
export function encodingOf(label: string | undefined): string | undefined {
  if (label === undefined || label.length > LABEL_LENGTH) return undefined
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}
