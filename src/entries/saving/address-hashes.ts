import { hash } from 'node:crypto'
import { canonicalAddress } from './canonical-address.ts'
import { parseWebAddress, percentDecoded } from './entry-address.ts'

/**
 * Computes wallabag's hash of an address: SHA-1 of its percent-decoded bytes, with `+` decoded as a space (wallabag
 * contract 5.1).
 * @returns 20 bytes
 */
export function hashDecoded(address: string): Uint8Array {
  return sha1(percentDecoded(address))
}

/**
 * Computes SHA-1 of the unchanged address, as the apps do.
 * @returns 20 bytes
 */
export function hashRaw(address: string): Uint8Array {
  return sha1(Buffer.from(address))
}

/**
 * @returns all hashes by which clients may look up these addresses, without duplicates. The hashes of their canonical
 *   addresses are included, so that all spellings of a page share a hash.
 */
export function addressHashes(...addresses: readonly string[]): Uint8Array[] {
  const texts = new Set(addresses.flatMap((address) => [address, canonicalAddress(address)]))
  const hashes = [...texts].flatMap((address) => [hashDecoded(address), hashRaw(address)])
  const unique = new Map(hashes.map((bytes) => [Buffer.from(bytes).toString('hex'), bytes]))
  return [...unique.values()]
}

/**
 * Computes the hashes by which the entry of an address may be found. The text is hashed as it is, and also without
 * surrounding white space and credentials, because a save removes these.
 * @param text the address that a client looks up
 * @returns the hashes in hex
 */
export function requestedHashes(text: string): string[] {
  const kept = parseWebAddress(text) ?? text
  return addressHashes(kept, text).map((bytes) => Buffer.from(bytes).toString('hex'))
}

function sha1(bytes: Uint8Array): Uint8Array {
  return hash('sha1', bytes, 'buffer')
}
