import { readFile } from 'node:fs/promises'
import { ReadableStream } from 'node:stream/web'
import { AppError } from '../../kernel/errors.ts'

/** Loads the library, which few installations need. */
const loadAge = () => import('age-encryption')

/** A stage of a stream of bytes. */
export type ByteStage = (source: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array, void>

/**
 * @param recipients public keys in the format of age (age-encryption.org/v1), such as `age1…`
 * @returns a stage that encrypts a file so that each of the recipients can decrypt it
 * @throws AppError `invalid_input` if a recipient is invalid
 */
export async function encryptionFor(recipients: readonly string[]): Promise<ByteStage> {
  const { Encrypter } = await loadAge()
  const create = () => {
    const encrypter = new Encrypter()
    for (const recipient of recipients) addOrRefuse(recipient, () => encrypter.addRecipient(recipient))
    return encrypter
  }
  create()
  return async function* (source) {
    yield* await create().encrypt(byteStream(source))
  }
}

/** The types of age name the streams of browsers, whose objects are the same. */
function byteStream(source: AsyncIterable<Uint8Array>): globalThis.ReadableStream<Uint8Array<ArrayBuffer>> {
  return ReadableStream.from(source) as globalThis.ReadableStream<Uint8Array<ArrayBuffer>>
}

function addOrRefuse(recipient: string, add: () => void): void {
  try {
    add()
  } catch (error) {
    throw new AppError('invalid_input', `"${recipient}" is no recipient of age: ${(error as Error).message}`)
  }
}

/**
 * @param path a file with the secret keys of age in lines of their own, as `age-keygen` and `dogear backup key` write it
 * @returns a stage that decrypts a file
 * @throws AppError `invalid_input` if the file cannot be read or contains no key; the stage throws it if no key fits, or the
 *   file was altered
 */
export async function decryptionWith(path: string): Promise<ByteStage> {
  const { Decrypter } = await loadAge()
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new AppError('invalid_input', `the key file cannot be read: ${error.message}`)
  })
  const keys = text.split('\n').filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  const create = () => {
    const decrypter = new Decrypter()
    for (const key of keys) decrypter.addIdentity(key.trim())
    return decrypter
  }
  try {
    if (keys.length === 0) throw new Error('it contains no line that begins with AGE-SECRET-KEY-')
    create()
  } catch (error) {
    throw new AppError('invalid_input', `${path} is no key file of age: ${(error as Error).message}`)
  }
  return async function* (source) {
    try {
      yield* await create().decrypt(byteStream(source))
    } catch (error) {
      const reason = (error as Error).message
      throw new AppError('invalid_input', `the backup cannot be decrypted with ${path}: ${reason}`, { cause: error })
    }
  }
}

/** A new key pair of age. */
interface KeyPair {
  /** the secret key, which decrypts */
  readonly identity: string
  /** the public key, which encrypts */
  readonly recipient: string
}

export async function createKeyPair(): Promise<KeyPair> {
  const { generateX25519Identity, identityToRecipient } = await loadAge()
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}
