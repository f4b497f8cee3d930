import assert from 'node:assert/strict'

/** Checks a value as a client's decoder does. Throws if the decoder would reject it. */
export type Rule = (value: unknown, path: string) => void

export const anything: Rule = () => undefined
export const text: Rule = (value, path) => assert.equal(typeof value, 'string', path)
export const filled: Rule = (value, path) => assert.match(String(value), /./, path)
export const whole: Rule = (value, path) => assert.ok(Number.isInteger(value), `${path}: ${String(value)}`)
export const decimal: Rule = (value, path) => assert.equal(typeof value, 'number', path)
export const truth: Rule = (value, path) => assert.equal(typeof value, 'boolean', path)
export const flag: Rule = (value, path) => assert.ok(value === 0 || value === 1, `${path}: ${String(value)}`)
/** The Go layout `2006-01-02T15:04:05-0700`, which the iOS app expects too. */
export const date: Rule = (value, path) => {
  assert.equal(typeof value, 'string', path)
  assert.match(String(value), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4}$/, path)
}

export const orNull =
  (rule: Rule): Rule =>
  (value, path) => {
    if (value !== null) rule(value, path)
  }

/** Accepts a value that is absent or null, or that fulfils the rule. */
export const perhaps =
  (rule: Rule): Rule =>
  (value, path) => {
    if (value !== null && value !== undefined) rule(value, path)
  }

export const listOf =
  (rule: Rule): Rule =>
  (value, path) => {
    assert.ok(Array.isArray(value), `${path} is no list`)
    for (const [index, item] of value.entries()) rule(item, `${path}[${index}]`)
  }

/** Checks the members that have a rule and ignores all others, as decoders do. */
export const object =
  (members: Readonly<Record<string, Rule>>): Rule =>
  (value, path) => {
    assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), `${path} is no object`)
    for (const [name, rule] of Object.entries(members)) rule(Reflect.get(value, name), `${path}.${name}`)
  }

export const mapOf =
  (rule: Rule): Rule =>
  (value, path) => {
    assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), `${path} is no object`)
    for (const [name, member] of Object.entries(value)) rule(member, `${path}.${name}`)
  }

export const TAG = object({ id: whole, label: filled, slug: filled })

/** A page of entries with the members that every client of the list reads. */
export const pageOf = (entry: Rule): Rule =>
  object({ page: whole, limit: whole, pages: whole, total: whole, _embedded: object({ items: listOf(entry) }) })

export const TOKENS = object({
  access_token: filled,
  refresh_token: filled,
  token_type: (value, path) => assert.equal(value, 'bearer', path),
  expires_in: (value, path) => assert.ok(Number.isInteger(value) && Number(value) > 300, path),
})
