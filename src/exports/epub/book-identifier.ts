import { createHash } from 'node:crypto'

/** The namespace of addresses (RFC 9562, 6.6). */
const NAMESPACE = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex')

/** Makes the name of a book out of the address of the server and the ids of its entries: the same ones, the same name. */
export class BookIdentifier {
  readonly #sha1 = createHash('sha1').update(NAMESPACE)

  constructor(baseUrl: string) {
    this.#sha1.update(baseUrl)
  }

  add(entryId: number): void {
    this.#sha1.update(` ${entryId}`)
  }

  /** @returns a UUID of version 5 (RFC 9562, 5.5) as a urn */
  urn(): string {
    const bytes = this.#sha1.copy().digest().subarray(0, 16)
    bytes[6] = (bytes[6]! & 0x0f) | 0x50
    bytes[8] = (bytes[8]! & 0x3f) | 0x80
    const hex = bytes.toString('hex')
    const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)]
    return `urn:uuid:${parts.join('-')}`
  }
}
