import { Semaphore } from '../../kernel/semaphore.ts'

export interface PasswordHasher {
  /** @returns an argon2id hash with its parameters and salt in it */
  hash(password: string): Promise<string>
  /** @returns whether the password made the hash; takes as long when there is no hash to compare with */
  verify(hash: string | undefined, password: string): Promise<boolean>
}

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Of no password; verified against when the account does not exist, so that its absence takes the same time. */
const DUMMY = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$VUqQDVtmBkhV0PZUwnZm/CVb7dOgWFL4k0IdOh3gRXY'

const argon2 = () => import('@node-rs/argon2')

/** Hashes off the event loop, two at a time, so that a storm of sign-ins is no bomb for memory. */
export function passwordHasher(): PasswordHasher {
  const gate = new Semaphore(2, 20)
  return {
    hash: (password) => gate.run(async () => (await argon2()).hash(password, PARAMETERS)),
    verify: (hash, password) =>
      gate.run(async () => {
        const isRight = await (await argon2()).verify(hash ?? DUMMY, password)
        return isRight && hash !== undefined
      }),
  }
}
