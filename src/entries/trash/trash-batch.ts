import { randomBytes } from 'node:crypto'

/** @returns the name under which what is deleted together can be brought back */
export function trashBatch(): string {
  return randomBytes(16).toString('hex')
}
