const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** @returns the text as HTML with the same content; for the inside of elements, not for attributes */
export function escapeText(text: string): string {
  return text.toWellFormed().replace(/[&<>]/g, (character) => ESCAPES[character] ?? '')
}
