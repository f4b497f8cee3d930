import { argon2, randomBytes, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'
import { sameBytes } from '../../kernel/same-bytes.ts'
import { Semaphore } from '../../kernel/semaphore.ts'

export interface PasswordHasher {
  /** @returns an argon2id hash including its parameters and salt, as a PHC string */
  hash(password: string): Promise<string>
  /**
   * @returns whether the password matches the hash; takes the same time without a hash
   * @throws Error when the hash is not a PHC string of argon2id
   */
  verify(hash: string | undefined, password: string): Promise<boolean>
}

interface StoredHash {
  /** in KiB, passes, lanes */
  readonly cost: Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>
  readonly salt: Buffer
  readonly tag: Buffer
}

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
/** RFC 9106, section 4: 128 bits of salt, 256 bits of tag. */
const SALT_BYTES = 16
const TAG_BYTES = 32

/** The hash of no password; used when the account does not exist, so that the check takes the same time. */
const DUMMY = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$VUqQDVtmBkhV0PZUwnZm/CVb7dOgWFL4k0IdOh3gRXY'

/** Version 19 is the argon2 of RFC 9106, the only version in Node. */
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/

const derive = promisify(argon2)

/** Hashes in Node's thread pool, two at a time, so that a burst of sign-ins cannot exhaust the memory. */
export function passwordHasher(): PasswordHasher {
  const gate = new Semaphore(2, 20)
  return {
    hash: (password) => gate.run(() => hash(password)),
    verify: (stored, password) => gate.run(() => verify(stored, password)),
  }
}

async function hash(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await tagOf(password, { cost: COST, salt, tag: Buffer.alloc(TAG_BYTES) })
  return phcText({ cost: COST, salt, tag })
}

async function verify(stored: string | undefined, password: string): Promise<boolean> {
  const known = parsePhc(stored ?? DUMMY)
  return sameBytes(await tagOf(password, known), known.tag) && stored !== undefined
}

/** @returns as many bytes as the tag of the stored hash */
function tagOf(password: string, { cost, salt, tag }: StoredHash): Promise<Buffer> {
  return derive('argon2id', { ...cost, message: Buffer.from(password), nonce: salt, tagLength: tag.length })
}

/** PHC string format, https://github.com/P-H-C/phc-string-format: base64 without padding. */
function phcText({ cost, salt, tag }: StoredHash): string {
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

function parsePhc(text: string): StoredHash {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(text) ?? []
  if (tag === '') throw new Error('the stored password hash is not an argon2id PHC string')
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
