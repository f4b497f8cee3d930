import { createCipheriv, createHash } from 'node:crypto'

/** Kobo's firmware derives the key of its stored access token from this text and the serial number. */
const SALT = '88b3a2e13'

/**
 * Encrypts a key as the firmware stores it, by AES-128-ECB.
 * @param serial serial number of the device
 */
function encryptAccessToken(serial: string, key: string): string {
  const secret = createHash('sha256')
    .update(SALT + serial)
    .digest('hex')
    .slice(0, 16)
  const cipher = createCipheriv('aes-128-ecb', secret, null)
  return Buffer.concat([cipher.update(key), cipher.final()]).toString('base64')
}

/**
 * @param text a serial number, or the line of the device's file `.kobo/version`, which begins with it
 * @returns the serial number; undefined if the text contains none
 */
export function parseSerial(text: string): string | undefined {
  const [serial = ''] = text.trim().split(',')
  return /^[A-Z\d]{8,32}$/i.test(serial.trim()) ? serial.trim().toUpperCase() : undefined
}

/** A section of the device's configuration, with the lines that belong in it. */
export interface ConfigurationSection {
  readonly name: string
  readonly lines: readonly string[]
}

/**
 * @returns the three lines for the file `.kobo/Kobo/Kobo eReader.conf`. The store must be set too, because each
 *   synchronization replaces the address of the articles by the one that the store names.
 */
export function deviceConfiguration(
  address: string,
  { serial, key }: { readonly serial: string; readonly key: string },
): readonly ConfigurationSection[] {
  const { store, articles } = deviceAddresses(address, key)
  return [
    { name: 'OneStoreServices', lines: [`api_endpoint=${store}`, `instapaper_env_url=${articles}`] },
    { name: 'Instapaper', lines: [`AccessToken=@ByteArray(${encryptAccessToken(serial, key)})`] },
  ]
}

/**
 * @param address address of the interface for Kobo e-readers
 * @returns the addresses of a device
 */
export function deviceAddresses(address: string, key: string) {
  return { store: `${address}/${key}/store`, articles: `${address}/${key}/instapaper` }
}
