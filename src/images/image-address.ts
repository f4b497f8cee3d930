import { createHmac } from 'node:crypto'
import { sameBytes } from '../kernel/same-bytes.ts'
import { deriveKey } from '../kernel/seal.ts'
import { extensionOf } from './image-kind.ts'

/** Length of the key in an address, in bytes: 128 bits cannot be guessed. */
const KEY_LENGTH = 16
const NAME = /^([0-9a-f]{64})(?:-([\w-]{22}))?\.([a-z]{3,4})$/

/** The parsed name of an image in an address. */
export interface ImageName {
  readonly sha256: Uint8Array
  readonly extension: string
  /** `right`: this server created the address. `none`: an address from before addresses had keys. */
  readonly key: 'right' | 'wrong' | 'none'
}

export interface ImageAddresses {
  /** @returns the path at which an image is served */
  pathOf(sha256: Uint8Array, type: string): string
  /** @param name the part after `/images/` @returns undefined for an invalid name */
  read(name: string): ImageName | undefined
}

/**
 * Addresses of the copies of images. Each contains a key that only this server can create: otherwise, anyone with a
 * picture could find out from its hash whether the server has it.
 * @param instanceKey of the server
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
