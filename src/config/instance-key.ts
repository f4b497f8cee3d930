import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
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
  try {
    const file = openSync(path, 'wx', 0o600)
    const secret = randomToken()
    writeSync(file, `${secret}\n`)
    fsyncSync(file)
    closeSync(file)
    return secret
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return readFileSync(path, 'utf8').trim()
  }
}
