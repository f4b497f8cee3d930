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
import { deriveKey } from '../kernel/seal.ts'
import { randomToken } from '../kernel/random-token.ts'

/**
 * The key that seals what must be readable again, such as the secrets of API clients. Made once and kept in the data
 * folder with mode 0600, unless the operator gives one.
 * @param secret value of DOGEAR_SECRET, or empty
 * @returns 32 bytes
 */
export function loadInstanceKey(dataDirectory: string, secret: string): Uint8Array {
  return deriveKey(secret === '' ? keptSecret(dataDirectory) : secret, 'instance key')
}

function keptSecret(dataDirectory: string): string {
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
  const path = join(dataDirectory, 'secret')
  if (!existsSync(path)) makeSecret(path)
  const secret = readFileSync(path, 'utf8').trim()
  if (secret.length < 32) throw new Error(`${path} is damaged: restore it from a backup`)
  return secret
}

/** Complete or not at all, and of two processes that make one at the same time the first wins. */
function makeSecret(path: string): void {
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
