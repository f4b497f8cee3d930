import type { JsonSchema, PropertySchema, ToolInput } from './tool.ts'
import { isJsonObject } from '../kernel/json.ts'

/**
 * Checks the arguments of a call. Members that the schema does not name are left out.
 * @returns the arguments, with the defaults of missing ones
 * @throws InputError with a message for the assistant
 */
export function checkInput({ properties, required = [] }: JsonSchema, sent: unknown): ToolInput {
  const given = membersOf(sent)
  const checked: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(properties)) {
    const value = given.get(name) ?? schema.default ?? undefined
    if (value !== undefined) checked[name] = fitting(name, value, schema)
    else if (required.includes(name)) throw new InputError(`The argument "${name}" is required.`)
  }
  return checked
}

function membersOf(sent: unknown = {}): ReadonlyMap<string, unknown> {
  if (!isJsonObject(sent)) throw new InputError('The arguments must be an object.')
  return new Map(Object.entries(sent))
}

function fitting(name: string, value: unknown, schema: PropertySchema): unknown {
  const fault = faultOf(value, schema)
  if (fault === undefined) return value
  throw new InputError(`The argument "${name}" must be ${fault}.`)
}

export class InputError extends Error {
  override readonly name = 'InputError'
}

/** @returns what the value should be; undefined if it fits the schema */
function faultOf(value: unknown, schema: PropertySchema): string | undefined {
  if (schema.type === 'string') return stringFault(value, schema)
  if (schema.type === 'boolean') return typeof value === 'boolean' ? undefined : 'true or false'
  if (schema.type === 'integer') return integerFault(value, schema)
  return listFault(value, schema)
}

function stringFault(value: unknown, { maxLength = 10_000, enum: choices }: PropertySchema): string | undefined {
  if (typeof value !== 'string' || value.length > maxLength) return `a text of at most ${maxLength} characters`
  return choices && !choices.includes(value) ? `one of ${choices.join(', ')}` : undefined
}

function integerFault(value: unknown, { minimum = 0, maximum = 2 ** 53 - 1 }: PropertySchema): string | undefined {
  const fits = Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum
  return fits ? undefined : `a whole number from ${minimum} to ${maximum}`
}

function listFault(value: unknown, { maxItems = 100, items }: PropertySchema): string | undefined {
  if (!Array.isArray(value) || value.length > maxItems) return `a list of at most ${maxItems} values`
  const faults = value.map((one) => (items && 'type' in items ? faultOf(one, items as PropertySchema) : undefined))
  const fault = faults.find((one) => one !== undefined)
  return fault && `a list, in which each value is ${fault}`
}
