/**
 * Makes untrusted text storable in both databases. Removes NUL, which PostgreSQL rejects, and replaces a lone surrogate
 * with U+FFFD. Visible text never changes.
 */
export function storableText(text: string): string {
  const formed = text.isWellFormed() ? text : text.toWellFormed()
  return formed.includes('\0') ? formed.replaceAll('\0', '') : formed
}

/**
 * Makes a statement parameter storable. This is the last check before a database: no text with NUL or a lone surrogate
 * reaches it.
 * @returns the storable text; any other value is returned as it is
 */
export function storableValue<T>(value: T): T {
  return typeof value === 'string' ? (storableText(value) as T) : value
}

/** @returns the value as JSON in which every string is storable. PostgreSQL rejects NUL even if it is escaped. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => storableValue(member))
}

/** @returns the first `length` UTF-16 code units of the text, or one less, so that no surrogate pair is split */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  const code = text.charCodeAt(length - 1)
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length)
}
