import { createHmac } from 'node:crypto'
import { isTimingSafeEqual } from '../kernel/timing-safe-equal.ts'
import { deriveKey } from '../kernel/seal.ts'
import { extensionOf } from './image-type.ts'

/** Length in bytes of the secret key in an address. */
const KEY_LENGTH = 16
const NAME = /^([0-9a-f]{64})-([\w-]{22})\.([a-z]{3,4})$/

/** The parts of the file name in the address of an image, `<hash>-<key>.<extension>`. */
export interface ImageName {
  readonly sha256: Uint8Array
  readonly extension: string
  /** true if this server created the address */
  readonly isOurs: boolean
}

export interface ImageAddresses {
  /** @returns the path of an image on this server */
  pathOf(sha256: Uint8Array, type: string): string
  /** Parses the part of a path after `/images/`. @returns undefined if it is invalid */
  read(name: string): ImageName | undefined
}

/**
 * Creates and parses the addresses of image copies. Each address contains a key that only this server can create.
 * Without it, anyone with the same image could compute its address, and find out whether this server stores it.
 * @param instanceKey key of this installation; the key for addresses is derived from it
 */
export function imageAddresses(instanceKey: Uint8Array): ImageAddresses {
  const key = deriveKey(instanceKey, 'image addresses')
  const keyOf = (sha256: Uint8Array) => createHmac('sha256', key).update(sha256).digest().subarray(0, KEY_LENGTH)
  return {
    pathOf: (sha256, type) => {
      const hex = Buffer.from(sha256).toString('hex')
      return `/images/${hex}-${keyOf(sha256).toString('base64url')}.${extensionOf(type)}`
    },
    read: (name) => {
      const [, hex, given, extension] = NAME.exec(name) ?? []
      if (hex === undefined || given === undefined || extension === undefined) return undefined
      const sha256 = Buffer.from(hex, 'hex')
      return { sha256, extension, isOurs: isTimingSafeEqual(keyOf(sha256), Buffer.from(given, 'base64url')) }
    },
  }
}
