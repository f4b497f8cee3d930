import { UsageError } from './usage-error.ts'

/**
 * @param name name of the option, for the error message
 * @param given the value of the option; undefined selects the fallback
 * @returns a whole number from 0 to 999,999,999
 * @throws UsageError if the value is not such a number
 */
export function parseCount(name: string, given: string | undefined, fallback: number): number {
  if (given === undefined) return fallback
  if (!/^\d{1,9}$/.test(given)) throw new UsageError(`--${name} must be a whole number`)
  return Number(given)
}
