/**
 * @param json a string as JSON, in UTF-8
 * @param length maximum length of the result in UTF-16 units
 * @returns the start of the string. Only as much of a long string is parsed as necessary.
 */
export function textPrefix(json: Buffer, length: number): string {
  const bytes = 4 * length
  // The JSON is cut at a space, because a space is never inside an escape or a multi-byte character.
  const end = json.length > bytes ? json.lastIndexOf(' ', bytes) : -1
  const beginning = end > 0 ? (JSON.parse(`${json.toString('utf8', 0, end)}"`) as string) : ''
  const text = beginning.length >= length ? beginning : (JSON.parse(json.toString()) as string)
  return text.slice(0, length)
}
