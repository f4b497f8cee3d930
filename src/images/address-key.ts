import { hash } from 'node:crypto'

/** @returns the key of the copy of an address: 32 bytes */
export function addressKey(address: string): Uint8Array {
  return hash('sha256', address, 'buffer')
}
