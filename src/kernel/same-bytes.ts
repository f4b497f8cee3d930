import { timingSafeEqual } from 'node:crypto'

/** Compares in a time that tells nothing about where the two differ. */
export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}
