import { AppError } from '../kernel/errors.ts'

/**
 * @returns the whole number in a parameter; undefined if it is missing or empty
 * @throws AppError `invalid_input` for another text
 */
export function numberIn(parameters: URLSearchParams, name: string): number | undefined {
  const text = parameters.get(name) || undefined
  if (text !== undefined && !/^\d{1,16}$/.test(text)) {
    throw new AppError('invalid_input', `the parameter "${name}" is not a number`)
  }
  return text === undefined ? undefined : Number(text)
}
