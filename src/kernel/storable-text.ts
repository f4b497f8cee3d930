/**
 * Changes untrusted text so that both databases can store it. Removes NUL, which PostgreSQL rejects, and replaces a
 * lone surrogate (half of a character in UTF-16) with U+FFFD. Visible text never changes.
 */
export function storableText(text: string): string {
  const formed = text.isWellFormed() ? text : text.toWellFormed()
  return formed.includes('\0') ? formed.replaceAll('\0', '') : formed
}

/**
 * Makes a parameter of an SQL statement storable. As the last check before the database, it catches every NUL and lone
 * surrogate.
 * @returns the storable text; any other value is returned unchanged
 */
export function storableValue<T>(value: T): T {
  return typeof value === 'string' ? (storableText(value) as T) : value
}

/** @returns the value as JSON whose strings are all storable. PostgreSQL rejects NUL in JSON, even if it is escaped. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => storableValue(member))
}

/**
 * @returns the first `length` UTF-16 code units of the text. The result is one unit shorter if it would otherwise end
 *   in the middle of a character.
 */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  const code = text.charCodeAt(length - 1)
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length)
}
