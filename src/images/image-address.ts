import { createHmac } from 'node:crypto'
import { sameBytes } from '../kernel/same-bytes.ts'
import { deriveKey } from '../kernel/seal.ts'
import { extensionOf } from './image-kind.ts'

/** Length of the key in an address, in bytes. */
const KEY_LENGTH = 16
const NAME = /^([0-9a-f]{64})(?:-([\w-]{22}))?\.([a-z]{3,4})$/

/** The parsed file name of an image in an address. */
export interface ImageName {
  readonly sha256: Uint8Array
  readonly extension: string
  /** `right` if this server created the address; `none` for an old address, from a version without keys */
  readonly key: 'right' | 'wrong' | 'none'
}

export interface ImageAddresses {
  /** @returns the path of an image on this server */
  pathOf(sha256: Uint8Array, type: string): string
  /** Parses the part of a path after `/images/`. @returns undefined if it is invalid */
  read(name: string): ImageName | undefined
}

/**
 * Creates and parses the addresses of image copies. Each address contains a key that only this server can create.
 * Without the key, anyone with a copy of an image could compute its address and find out whether the server stores it.
 * @param instanceKey key of the instance, from which the key for addresses is derived
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
      if (hex === undefined || extension === undefined) return undefined
      const sha256 = Buffer.from(hex, 'hex')
      if (given === undefined) return { sha256, extension, key: 'none' }
      const isRight = sameBytes(keyOf(sha256), Buffer.from(given, 'base64url'))
      return { sha256, extension, key: isRight ? 'right' : 'wrong' }
    },
  }
}
