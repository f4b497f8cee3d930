import { argon2, randomBytes, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'
import { isTimingSafeEqual } from '../../kernel/timing-safe-equal.ts'
import { Semaphore } from '../../kernel/semaphore.ts'

export interface PasswordHasher {
  /** @returns an argon2id hash as a PHC string, which includes the parameters and the salt */
  hash(password: string): Promise<string>
  /**
   * @returns true if the password matches the hash. Without a hash, it takes the same time and returns false.
   * @throws Error if the hash is not an argon2id PHC string
   */
  verify(hash: string | undefined, password: string): Promise<boolean>
}

/** memory in KiB, number of passes, number of lanes */
type HashCost = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>

interface StoredHash {
  readonly cost: HashCost
  readonly salt: Buffer
  readonly tag: Buffer
}

/**
 * Parameters of new hashes. The OWASP Password Storage Cheat Sheet recommends argon2id with 19 MiB, two passes and one
 * lane.
 */
const HASH_COST: HashCost = { memory: 19_456, passes: 2, parallelism: 1 }
/** Length of the random salt and of the tag (the output of argon2): 128 and 256 bits (RFC 9106, section 4). */
const SALT_BYTES = 16
const TAG_BYTES = 32

/**
 * A hash that matches no password. It is checked if the account does not exist, so that the response takes the same
 * time.
 */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$VUqQDVtmBkhV0PZUwnZm/CVb7dOgWFL4k0IdOh3gRXY'

/** Matches an argon2id hash as a PHC string. Version 19 is the version of RFC 9106, the only one that Node supports. */
const PHC_STRING =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/

const derive = promisify(argon2)

/**
 * @param cost parameters of new hashes. `verify` uses the parameters in the stored hash instead.
 * @returns a hasher that runs in Node's thread pool. It computes at most two hashes at the same time, so that many
 *   sign-ins cannot exhaust the memory.
 */
export function passwordHasher(cost: HashCost = HASH_COST): PasswordHasher {
  const gate = new Semaphore(2, 20)
  return {
    hash: (password) => gate.run(() => hash(password, cost)),
    verify: (stored, password) => gate.run(() => verify(stored, password)),
  }
}

async function hash(password: string, cost: HashCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await tagOf(password, { cost, salt, tag: Buffer.alloc(TAG_BYTES) })
  return phcText({ cost, salt, tag })
}

async function verify(stored: string | undefined, password: string): Promise<boolean> {
  const parsed = parsePhc(stored ?? DUMMY_HASH)
  return isTimingSafeEqual(await tagOf(password, parsed), parsed.tag) && stored !== undefined
}

/** @returns the argon2id tag of a password, computed with the parameters, salt and tag length of a stored hash */
function tagOf(password: string, { cost, salt, tag }: StoredHash): Promise<Buffer> {
  return derive('argon2id', { ...cost, message: Buffer.from(password), nonce: salt, tagLength: tag.length })
}

/** @returns the hash as a PHC string (https://github.com/P-H-C/phc-string-format). Its base64 has no padding. */
function phcText({ cost, salt, tag }: StoredHash): string {
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

function parsePhc(text: string): StoredHash {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC_STRING.exec(text) ?? []
  if (tag === '') throw new Error('the stored password hash is not an argon2id PHC string')
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
