import { randomLetters } from '../../kernel/random-token.ts'

/** Consonants, so that no words appear and no letter looks like a digit (RFC 8628, section 6.1). */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 8

/** @returns a random code of about 34 bits, without a hyphen */
export function newUserCode(): string {
  return randomLetters(ALPHABET, LENGTH)
}

/**
 * @param text a code as a user has typed it, in any case, with or without hyphens and spaces
 * @returns the code as it is stored; undefined if the text cannot be one
 */
export function readUserCode(text: string): string | undefined {
  if (text.length > 100) return undefined
  const letters = text.toUpperCase().replaceAll(/[\s-]/g, '')
  return letters.length === LENGTH && [...letters].every((letter) => ALPHABET.includes(letter)) ? letters : undefined
}

/** @returns the code as the device shows it, such as `WDJB-MJHT` */
export function shownUserCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
}
