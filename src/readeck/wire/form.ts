import { storableText } from '../../kernel/storable-text.ts'
import { FormError } from './readeck-error.ts'
import type { SentFields } from './sent-fields.ts'

/** A field of a form. */
export interface Field<Value> {
  /** the value of a missing field, as error responses show it */
  readonly empty: unknown
  /** true if the form is refused without the field */
  readonly isRequired?: boolean
  /**
   * @param isText true if the field was sent as text, because the body is a form or the field is in the address
   * @returns the value, or the reason for refusing it
   */
  readonly parse: (value: unknown, isText: boolean) => { readonly value: Value } | { readonly reason: string }
}

type Fields = Readonly<Record<string, Field<unknown>>>

/** The values of a form. Fields that are missing or null are absent. */
export type Values<Form extends Fields> = {
  readonly [Name in keyof Form]?: Form[Name] extends Field<infer Value> ? Value : never
}

const REQUIRED = 'field is required'
const INVALID = 'invalid value'

/**
 * Reads a form. Unknown fields are ignored.
 * @param status status of a refusal: 400 or 422, depending on the request
 * @throws FormError with the reasons for each refused field
 */
export function readForm<Form extends Fields>(form: Form, sent: SentFields, status: number): Values<Form> {
  const names = Object.keys(form).toSorted()
  const read = names.map((name) => readField(form[name]!, sent, name))
  if (sent.fault !== undefined || read.some(({ reason }) => reason !== undefined)) {
    const fields = Object.fromEntries(read.map((one, index) => [names[index], shownField(one)]))
    throw new FormError(status, { is_valid: false, errors: sent.fault === undefined ? null : [sent.fault], fields })
  }
  const given = read.flatMap(({ value }, index) => (value === undefined ? [] : [[names[index], value]]))
  return Object.fromEntries(given) as Values<Form>
}

interface ReadField {
  readonly isNull: boolean
  readonly value: unknown
  readonly reason: string | undefined
  readonly empty: unknown
}

function readField({ empty, isRequired, parse }: Field<unknown>, sent: SentFields, name: string): ReadField {
  const given = sent.get(name, Array.isArray(empty))
  const isNull = given === undefined || given === null
  const parsed = isNull ? { value: undefined } : parse(given, sent.isText)
  const value = 'value' in parsed ? parsed.value : undefined
  const isMissing = isRequired && sent.fault === undefined && (isNull || value === '')
  const refusal = 'reason' in parsed ? parsed.reason : undefined
  return { isNull, value, reason: isMissing ? REQUIRED : refusal, empty }
}

/** @returns a field as error responses show it */
function shownField({ isNull, value, reason, empty }: ReadField) {
  return {
    is_null: isNull,
    is_bound: !isNull && reason !== INVALID,
    value: value ?? empty,
    errors: reason === undefined ? null : [reason],
  }
}

/** Text without white space around it. */
export function text(max: number): Field<string> {
  return {
    empty: '',
    parse: (given) => {
      if (typeof given !== 'string') return { reason: INVALID }
      const value = storableText(given).trim()
      return value.length > max ? { reason: `must be ${max} characters or less` } : { value }
    },
  }
}

export function required<Value>(field: Field<Value>): Field<Value> {
  return { ...field, isRequired: true }
}

export const flag: Field<boolean> = {
  empty: false,
  parse: (given, isText) => {
    if (typeof given === 'boolean') return { value: given }
    if (isText && /^(?:true|t|1|on|yes)$/i.test(String(given))) return { value: true }
    if (isText && /^(?:false|f|0|off|no)$/i.test(String(given))) return { value: false }
    return { reason: INVALID }
  },
}

export function integer(min: number, max: number): Field<number> {
  return {
    empty: 0,
    parse: (given, isText) => {
      const value = isText && /^-?\d{1,15}$/.test(String(given)) ? Number(given) : given
      if (!Number.isInteger(value)) return { reason: INVALID }
      if (Number(value) < min) return { reason: `must be greater or equal than ${min}` }
      return Number(value) > max ? { reason: `must be lower or equal than ${max}` } : { value: Number(value) }
    },
  }
}

/** A list of texts. @param most maximum number of texts @param max maximum length of each */
export function texts(most: number, max: number): Field<readonly string[]> {
  return {
    empty: [],
    parse: (given) => {
      const isList = Array.isArray(given) && given.length <= most
      if (!isList || !given.every((one) => typeof one === 'string' && one.length <= max)) return { reason: INVALID }
      return { value: (given as string[]).map((one) => storableText(one).trim()).filter((one) => one !== '') }
    },
  }
}

export function oneOf<Choice extends string>(choices: readonly Choice[]): Field<Choice> {
  return { empty: '', parse: (given) => chosen(choices, given) }
}

export function someOf<Choice extends string>(choices: readonly Choice[]): Field<readonly Choice[]> {
  return {
    empty: [],
    parse: (given) => {
      if (!Array.isArray(given)) return { reason: INVALID }
      const value: Choice[] = []
      for (const one of given.slice(0, 100)) {
        const parsed = chosen(choices, one)
        if ('reason' in parsed) return parsed
        value.push(parsed.value)
      }
      return { value }
    },
  }
}

function chosen<Choice extends string>(
  choices: readonly Choice[],
  given: unknown,
): { readonly value: Choice } | { readonly reason: string } {
  const value = choices.find((one) => one === given)
  return value === undefined ? { reason: `${String(given)} is not one of ${choices.join(', ')}` } : { value }
}

/** A day or a time. The value is an ISO text in UTC. */
export const time: Field<string> = {
  empty: '0001-01-01T00:00:00Z',
  parse: (given) => {
    const ms = typeof given === 'string' && /^\d{4}-\d\d-\d\d/.test(given) ? Date.parse(given) : Number.NaN
    return Number.isNaN(ms) ? { reason: INVALID } : { value: new Date(ms).toISOString() }
  },
}
