import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../kernel/errors.ts'
import { deriveKey } from '../kernel/seal.ts'
import { randomToken } from '../kernel/random-token.ts'

/**
 * Minimum length in characters of the secret in the data folder. A shorter secret counts as damaged. Secrets that
 * Dogear creates have 43 characters.
 */
const MIN_LENGTH = 32

/**
 * Loads the key of this installation, which encrypts stored data such as the secrets of API clients. The key is derived
 * from DOGEAR_SECRET. If DOGEAR_SECRET is empty, the key is derived from the secret in the data folder. If that file
 * does not exist, it is created.
 * @param secret value of DOGEAR_SECRET; may be empty
 * @returns 32 bytes
 * @throws AppError `unavailable` if the secret in the data folder is damaged, or cannot be read or created
 */
export function loadInstanceKey(dataDirectory: string, secret: string): Uint8Array {
  if (secret !== '') return deriveKey(secret, 'instance key')
  if (!existsSync(secretPath(dataDirectory))) makeSecret(dataDirectory)
  return deriveKey(readSecret(dataDirectory), 'instance key')
}

/**
 * @param secret value of DOGEAR_SECRET; may be empty
 * @returns the key of this installation; undefined if it has no secret that can be read
 */
export function findInstanceKey(dataDirectory: string, secret: string): Uint8Array | undefined {
  if (secret === '' && !existsSync(secretPath(dataDirectory))) return undefined
  try {
    return loadInstanceKey(dataDirectory, secret)
  } catch {
    return undefined
  }
}

/** @returns the path of the secret in the data folder */
export function secretPath(dataDirectory: string): string {
  return join(dataDirectory, 'secret')
}

/**
 * @returns the secret in the data folder
 * @throws AppError `unavailable` if the file cannot be read or is damaged
 */
export function readSecret(dataDirectory: string): string {
  const path = secretPath(dataDirectory)
  const secret = orRefuse(() => readFileSync(path, 'utf8').trim(), `the secret ${path} cannot be read`, READABLE)
  if (secret.length >= MIN_LENGTH) return secret
  const problem = `the secret ${path} is damaged: it has ${secret.length} characters, not ${MIN_LENGTH} or more`
  throw new AppError('unavailable', `${problem}; restore it from a backup (docs/backup.md)`)
}

const READABLE = 'make it readable for the user who runs dogear, or set DOGEAR_SECRET'
const WRITABLE = 'make the folder writable for the user who runs dogear, or set DOGEAR_SECRET'

function makeSecret(dataDirectory: string): void {
  const write = () => {
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
    writeSecret(secretPath(dataDirectory))
  }
  orRefuse(write, `no secret can be created in ${dataDirectory}`, WRITABLE)
}

function orRefuse<T>(work: () => T, problem: string, remedy: string): T {
  try {
    return work()
  } catch (error) {
    throw new AppError('unavailable', `${problem}: ${(error as Error).message}; ${remedy}`, { cause: error })
  }
}

/**
 * Writes a new secret to the file, completely or not at all. If another process has created the file in the meantime,
 * leaves that file unchanged.
 */
function writeSecret(path: string): void {
  const draft = `${path}.${process.pid}.${randomToken()}`
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeSync(file, `${randomToken()}\n`)
    fsyncSync(file)
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    closeSync(file)
    unlinkSync(draft)
  }
}
