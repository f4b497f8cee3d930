/**
 * @param json the bytes of a JSON text that is one string
 * @param length UTF-16 units
 * @returns the start of the string, at most that many units; only the needed part of a long text is read
 */
export function textPrefix(json: Buffer, length: number): string {
  const bytes = 4 * length
  // A space is never inside an escape or a multi-byte character, so a JSON text can be cut there.
  const end = json.length > bytes ? json.lastIndexOf(' ', bytes) : -1
  const beginning = end > 0 ? (JSON.parse(`${json.toString('utf8', 0, end)}"`) as string) : ''
  const text = beginning.length >= length ? beginning : (JSON.parse(json.toString()) as string)
  return text.slice(0, length)
}
