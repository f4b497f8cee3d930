import { readFileSync } from 'node:fs'

/** The 10,000 most common passwords of public leaks (security specification, 3.1), each on a line. */
const COMMON_PASSWORDS_FILE = new URL('common-passwords.txt', import.meta.url)
/** Passwords that attackers try first on a read-later service. */
const SERVICE_PASSWORDS = ['wallabag', 'wallabag1', 'wallabag123', 'dogear', 'dogear123', 'readlater']

let refused: ReadonlySet<string> | undefined

/**
 * @param password a password; letter case is ignored
 * @returns true if it is among the 10,000 most common passwords of public leaks or in `SERVICE_PASSWORDS`
 */
export function isCommonPassword(password: string): boolean {
  refused ??= new Set([...readFileSync(COMMON_PASSWORDS_FILE, 'utf8').trimEnd().split('\n'), ...SERVICE_PASSWORDS])
  return refused.has(password.toLowerCase())
}
