import { timingSafeEqual } from 'node:crypto'

/** Compares in constant time, so that the duration does not reveal the position of a difference. */
export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}
