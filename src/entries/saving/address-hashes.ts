import { hash } from 'node:crypto'
import { parseWebAddress, percentDecoded } from './entry-address.ts'

/**
 * wallabag's hash of an address: SHA-1 over its percent-decoded bytes, with `+` decoded as a space (contract 5.1).
 * @returns 20 bytes
 */
export function hashDecoded(address: string): Uint8Array {
  return sha1(percentDecoded(address))
}

/** SHA-1 over the unchanged address, as the apps compute it. @returns 20 bytes */
export function hashRaw(address: string): Uint8Array {
  return sha1(Buffer.from(address))
}

/** @returns every hash by which a client may look up an address, each once */
export function addressHashes(...addresses: readonly string[]): Uint8Array[] {
  const hashes = addresses.flatMap((address) => [hashDecoded(address), hashRaw(address)])
  const unique = new Map(hashes.map((bytes) => [Buffer.from(bytes).toString('hex'), bytes]))
  return [...unique.values()]
}

/**
 * @param text an address in a client's lookup
 * @returns hex of every hash of an entry saved with this text: of the text itself, and of its saved form, which has no
 *   surrounding white space and no credentials
 */
export function requestedHashes(text: string): string[] {
  const kept = parseWebAddress(text) ?? text
  return addressHashes(kept, text).map((bytes) => Buffer.from(bytes).toString('hex'))
}

function sha1(bytes: Uint8Array): Uint8Array {
  return hash('sha1', bytes, 'buffer')
}
