/**
 * Maximum length of a label in characters. Longer labels count as unknown: all labels of the Encoding standard are
 * shorter.
 */
const LABEL_LENGTH = 40

/**
 * @param label name of an encoding as stated by a server or a page
 * @returns the name of the encoding in the WHATWG Encoding standard in lower case (`windows-1252` for `latin1`);
 * undefined for encodings that must not be decoded, such as `utf-7` and the standard's replacement encoding
 */
export function encodingOf(label: string | undefined): string | undefined {
  if (label === undefined || label.length > LABEL_LENGTH) return undefined
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}
