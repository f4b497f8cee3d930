/**
 * @param json the bytes of a JSON text that is one string
 * @param length UTF-16 units
 * @returns the beginning of the string, of at most so many units; of a long text no more is read than it takes
 */
export function textPrefix(json: Buffer, length: number): string {
  const bytes = 4 * length
  // A blank is never inside of an escape, nor of a letter of several bytes, so a JSON text can end there.
  const end = json.length > bytes ? json.lastIndexOf(' ', bytes) : -1
  const beginning = end > 0 ? (JSON.parse(`${json.toString('utf8', 0, end)}"`) as string) : ''
  const text = beginning.length >= length ? beginning : (JSON.parse(json.toString()) as string)
  return text.slice(0, length)
}
