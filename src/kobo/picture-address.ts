import { createHmac } from 'node:crypto'
import type { UserId } from '../kernel/branded-ids.ts'
import { deriveKey } from '../kernel/seal.ts'
import { isTimingSafeEqual } from '../kernel/timing-safe-equal.ts'

const MAC_BYTES = 16
const NAME = /^(\d{1,15})-(\d{1,15})-([0-9a-f]{64})-([\w-]{22})\.jpg$/

/** A stored image, and the device that may load it. */
interface DevicePicture {
  readonly owner: UserId
  /** id of the device */
  readonly device: number
  /** SHA-256 of the stored file as hexadecimal text */
  readonly hash: string
}

export interface PictureAddresses {
  /** @returns the address of an image for one device. The device loads it without its key. */
  addressOf(picture: DevicePicture): string
  /** Parses the last part of such an address. @returns undefined if this server did not create it */
  read(name: string): DevicePicture | undefined
}

/** @param instanceKey key of this installation; the key for addresses is derived from it */
export function pictureAddresses(instanceKey: Uint8Array, baseUrl: string): PictureAddresses {
  const key = deriveKey(instanceKey, 'pictures for Kobo')
  const sign = (parts: string) => createHmac('sha256', key).update(parts).digest().subarray(0, MAC_BYTES)
  return {
    addressOf: ({ owner, device, hash }) => {
      const parts = `${owner}-${device}-${hash}`
      return `${baseUrl}/kobo/i/${parts}-${sign(parts).toString('base64url')}.jpg`
    },
    read: (name) => {
      const [, owner, device, hash, given] = NAME.exec(name) ?? []
      if (given === undefined) return undefined
      const isOurs = isTimingSafeEqual(sign(`${owner}-${device}-${hash}`), Buffer.from(given, 'base64url'))
      return isOurs ? { owner: Number(owner) as UserId, device: Number(device), hash: hash! } : undefined
    },
  }
}
