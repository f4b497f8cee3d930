/** Minimum number of base64 characters of data that is taken out of a page. Shorter data is a placeholder or an icon. */
export const MIN_CHARACTERS = 400
/** Matches the start of a data address with base64 (RFC 2397), and its type. */
export const DATA_START = /^data:([a-z]{1,20})\/[\w.+-]{1,60}(?:;[\w-]{1,40}(?:=[\w-]{1,40})?){0,3};base64,/i
/** Maximum number of characters that this start has. */
export const MAX_START = 250

/** Data that was taken out of a page: where it is in the body. */
export interface TakenData {
  /** offset of the first base64 character */
  readonly start: number
  /** offset after the last one */
  readonly end: number
}

interface PageWithoutData {
  readonly body: Uint8Array
  /** the pictures, by the number in their address */
  readonly taken: readonly TakenData[]
}

/**
 * Takes the data of pictures out of a page that a program has saved in one file, because such a page is mostly data. A
 * picture gets a short address with its number (`takenNumber`). Fonts, sounds and films are left out.
 *
 * @param body a page in an encoding that contains ASCII
 * @returns the page without data; the same body if it contains none
 */
export function takeData(body: Uint8Array): PageWithoutData {
  const page = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const taken: TakenData[] = []
  const pieces: Buffer[] = []
  let done = 0
  for (let at = page.indexOf('data:'); at >= 0; at = page.indexOf('data:', at + 1)) {
    const head = DATA_START.exec(page.toString('latin1', at, at + MAX_START))
    if (head === null) continue
    const start = at + head[0].length
    const end = endOfBase64(page, start)
    if (end - start < MIN_CHARACTERS) continue
    const isPicture = head[1]!.toLowerCase() === 'image'
    const address = isPicture ? `${TAKEN}${taken.push({ start, end }) - 1}` : 'data:,'
    pieces.push(page.subarray(done, at), Buffer.from(address))
    done = at = end
  }
  return pieces.length === 0 ? { body, taken } : { body: Buffer.concat([...pieces, page.subarray(done)]), taken }
}

const TAKEN = 'data:image/taken,'

/** @returns the number of a picture that was taken out of the page, by its address; undefined for other addresses */
export function takenNumber(address: string | undefined): number | undefined {
  const number = address?.startsWith(TAKEN) ? address.slice(TAKEN.length) : undefined
  return number !== undefined && /^\d{1,9}$/.test(number) ? Number(number) : undefined
}

/** The characters of base64, by their code. */
const BASE64 = new Uint8Array(256)
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=')
  BASE64[character.charCodeAt(0)] = 1

/** @returns the offset after the base64 characters from `start` on */
export function endOfBase64(page: Buffer, start: number): number {
  let end = start
  while (end < page.length && BASE64[page[end]!] === 1) end += 1
  return end
}
