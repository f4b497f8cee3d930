/**
 * Matches the control characters U+0000 to U+001F except tab, line feed, form feed and carriage return. No text needs
 * them. ESC is left for `TextDecoder`, and must be decoded before it is removed.
 */
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000e-\u001f]/g

/** @returns the text without control characters; tabs and line breaks stay */
export function removeControlCharacters(text: string): string {
  return text.replace(CONTROL_CHARACTERS, '')
}

/** @returns the share of control characters in the text, from 0 to 1; tabs and line breaks do not count */
export function controlCharacterShare(text: string): number {
  return text === '' ? 0 : 1 - removeControlCharacters(text).length / text.length
}
