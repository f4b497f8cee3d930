/**
 * @param fragment fragment of an address, with its `#`
 * @returns the key from the user's bookmarklet (src/users/sessions/saving-key.ts); undefined for other fragments
 */
export function savingKeyIn(fragment: string): string | undefined {
  return /^#([\w-]{22})$/.exec(fragment)?.[1]
}
