import { createRequire } from 'node:module'

/** Number of the most common passwords that are refused (security specification, 3.1). */
const REFUSED = 10_000
/** Passwords that attackers try first on a service like this. */
const OWN_NAMES = ['wallabag', 'wallabag1', 'wallabag123', 'dogear', 'dogear123', 'readlater']

let refused: ReadonlySet<string> | undefined

/**
 * @param password a password; letter case is ignored
 * @returns true if it is among the 10,000 most common passwords in public leaks. The first call loads the list, which
 *   takes about 30 ms.
 */
export function isCommonPassword(password: string): boolean {
  refused ??= new Set([...commonPasswords().slice(0, REFUSED), ...OWN_NAMES])
  return refused.has(password.toLowerCase())
}

function commonPasswords(): readonly string[] {
  const load = createRequire(import.meta.url)
  const { dictionary } = load('@zxcvbn-ts/language-common') as {
    readonly dictionary: { readonly 'passwords-common': readonly string[] }
  }
  return dictionary['passwords-common']
}
