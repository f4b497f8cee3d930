/**
 * Characters that XML 1.0 (section 2.2) forbids, including lone surrogates. With the `u` flag, a surrogate pair counts
 * as one character.
 */
const FORBIDDEN_CHARACTERS = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** @returns the text without characters that XML does not allow */
function xmlCharacters(text: string): string {
  return text.replace(FORBIDDEN_CHARACTERS, '')
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** @returns the text escaped for an element or an attribute in double quotation marks */
export function xmlText(text: string): string {
  return xmlCharacters(text).replaceAll(/[&<>"]/g, (character) => ESCAPES[character]!)
}

/** @returns the text in a CDATA section, or in several if it contains `]]>` */
export function xmlCdata(text: string): string {
  return `<![CDATA[${xmlCharacters(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
}
