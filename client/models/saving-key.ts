/**
 * @param fragment of an address, with its `#`
 * @returns the key that the reader's bookmark put there (src/users/sessions/saving-key.ts), or undefined for anything else
 */
export function savingKeyIn(fragment: string): string | undefined {
  return /^#([\w-]{22})$/.exec(fragment)?.[1]
}
