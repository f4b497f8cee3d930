import { createHash, hash } from 'node:crypto'

/** Number of 32-bit words of a SHA-256 hash. */
const WORDS = 8

/**
 * Counts rows, and makes a digest of them that does not depend on their order, because the two databases return the rows
 * of a table in different orders. The digest is the sum of the SHA-256 hashes of the rows, word by word, modulo 2^32. It
 * detects faults of disks and programs; the hashes of the files and encryption protect against forgery.
 */
export class RowsDigest {
  readonly #sums = new Uint32Array(WORDS)
  #rows = 0

  /** @param line the row, written by `formatRow` */
  add(line: string): void {
    this.#addWords(hash('sha256', line, 'buffer'))
    this.#rows++
  }

  /** Adds all rows of which a digest was made before. */
  addAll(rows: number, digest: string): void {
    this.#addWords(Buffer.from(digest, 'hex'))
    this.#rows += rows
  }

  get rows(): number {
    return this.#rows
  }

  /** @returns the digest in hexadecimal */
  toString(): string {
    return [...this.#sums].map((sum) => sum.toString(16).padStart(8, '0')).join('')
  }

  #addWords(bytes: Buffer): void {
    for (let word = 0; word < WORDS; word++) this.#sums[word]! += bytes.readUInt32BE(word * 4)
  }
}

/**
 * Counts rows, and makes a hash of them in their order. Unlike a sum, it differs for different rows even if someone chose
 * them to be alike.
 */
export class RowsHash {
  readonly #hash
  #rows = 0

  /** @param columns names of the columns: the same values in other columns are other rows */
  constructor(columns: readonly string[]) {
    this.#hash = createHash('sha256').update(`${columns.join()}\n`)
  }

  /** @param line the row, written by `formatRow` */
  add(line: string): void {
    this.#hash.update(line).update('\n')
    this.#rows++
  }

  get rows(): number {
    return this.#rows
  }

  /** @returns the hash in hexadecimal. No row can be added afterwards. */
  toString(): string {
    return this.#hash.digest('hex')
  }
}
