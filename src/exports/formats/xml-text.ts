/** What XML 1.0 (section 2.2) does not allow, and lone surrogates. With the flag `u` a pair is one character. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** @returns the text without the characters that no XML document may hold */
function xmlCharacters(text: string): string {
  return text.replace(FORBIDDEN, '')
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** @returns the text as it stands in an element or in an attribute in double quotation marks */
export function xmlText(text: string): string {
  return xmlCharacters(text).replaceAll(/[&<>"]/g, (character) => ESCAPES[character]!)
}

/** @returns a CDATA section, or several where the text holds the end of one */
export function xmlCdata(text: string): string {
  return `<![CDATA[${xmlCharacters(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
}
