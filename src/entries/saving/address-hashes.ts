import { hash } from 'node:crypto'
import { parseWebAddress, percentDecoded } from './entry-address.ts'

/**
 * Computes wallabag's hash of an address: SHA-1 of its percent-decoded bytes, with `+` decoded as a space (contract
 * 5.1).
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

/** @returns all hashes by which clients may look up these addresses, without duplicates */
export function addressHashes(...addresses: readonly string[]): Uint8Array[] {
  const hashes = addresses.flatMap((address) => [hashDecoded(address), hashRaw(address)])
  const unique = new Map(hashes.map((bytes) => [Buffer.from(bytes).toString('hex'), bytes]))
  return [...unique.values()]
}

/**
 * @param text the address that a client looks up
 * @returns the hashes, in hex, under which an entry with this address may be stored: those of the text itself, and
 *   those of its saved form without surrounding white space and credentials
 */
export function requestedHashes(text: string): string[] {
  const kept = parseWebAddress(text) ?? text
  return addressHashes(kept, text).map((bytes) => Buffer.from(bytes).toString('hex'))
}

function sha1(bytes: Uint8Array): Uint8Array {
  return hash('sha1', bytes, 'buffer')
}
