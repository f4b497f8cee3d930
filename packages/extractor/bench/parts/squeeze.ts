/**
 * @returns the letters and digits of a text in lower case. Annotations differ from pages in white space, punctuation and
 *   the marks of list items.
 */
export function squeeze(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
