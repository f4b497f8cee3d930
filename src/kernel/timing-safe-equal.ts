import { timingSafeEqual } from 'node:crypto'

/**
 * Compares two byte arrays in constant time, so that the duration does not reveal the position of the first difference.
 */
export function isTimingSafeEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}
