import { readFileSync } from 'node:fs'

/** The 10,000 most common passwords of public leaks (security specification, 3.1), each on a line. */
const FILE = new URL('common-passwords.txt', import.meta.url)
/** Passwords that attackers try first on a read-later service. */
const OWN_NAMES = ['wallabag', 'wallabag1', 'wallabag123', 'dogear', 'dogear123', 'readlater']

let refused: ReadonlySet<string> | undefined

/**
 * @param password a password; letter case is ignored
 * @returns true if it is among the 10,000 most common passwords of public leaks or in `OWN_NAMES`
 */
export function isCommonPassword(password: string): boolean {
  refused ??= new Set([...readFileSync(FILE, 'utf8').trimEnd().split('\n'), ...OWN_NAMES])
  return refused.has(password.toLowerCase())
}
