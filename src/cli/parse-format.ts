import { UsageError } from './usage-error.ts'

/**
 * @param given the value of `--format`; undefined selects the first of the choices
 * @throws UsageError if the value is not one of the choices
 */
export function parseFormat<const T extends string>(given: string | undefined, choices: readonly [T, ...T[]]): T {
  const choice = given === undefined ? choices[0] : choices.find((one) => one === given)
  if (choice === undefined) throw new UsageError(`--format must be one of ${choices.join(', ')}`)
  return choice
}
