import { hash } from 'node:crypto'

/**
 * @returns the key under which the copy of an image is stored: 32 bytes that are derived from the address of the image
 */
export function addressKey(address: string): Uint8Array {
  return hash('sha256', address, 'buffer')
}
