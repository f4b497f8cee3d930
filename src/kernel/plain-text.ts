/**
 * Makes foreign text storable in both databases and printable everywhere: NUL is dropped (PostgreSQL rejects it), a
 * lone surrogate becomes U+FFFD. Visible text never changes.
 */
export function storableText(text: string): string {
  const formed = text.isWellFormed() ? text : text.toWellFormed()
  return formed.includes('\0') ? formed.replaceAll('\0', '') : formed
}

/**
 * The last check on statement parameters: no text with a NUL or a lone surrogate reaches either database. @returns any
 * other value unchanged
 */
export function storableValue<T>(value: T): T {
  return typeof value === 'string' ? (storableText(value) as T) : value
}

/** @returns the value as JSON text in which every string is storable: PostgreSQL rejects an escaped NUL as well */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => storableValue(member))
}

/** @returns at most `length` UTF-16 units of the text, never ending inside a surrogate pair */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  const code = text.charCodeAt(length - 1)
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length)
}
