import { hash } from 'node:crypto'

/** @returns the key under which the copy of the image at an address is stored; 32 bytes */
export function addressKey(address: string): Uint8Array {
  return hash('sha256', address, 'buffer')
}
