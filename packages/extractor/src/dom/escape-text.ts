const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** @returns the text as HTML for the content of an element; not safe for attributes */
export function escapeText(text: string): string {
  return text.toWellFormed().replace(/[&<>]/g, (character) => ESCAPES[character] ?? '')
}

/** @returns the text as HTML for the value of an attribute in double quotation marks */
export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;')
}
