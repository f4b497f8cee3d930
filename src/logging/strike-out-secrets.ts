/** Names of fields whose values are secrets. */
const SECRETS: ReadonlySet<string> = new Set([
  'password',
  'token',
  'access_token',
  'refresh_token',
  'client_secret',
  'code_verifier',
  'device_code',
  'accessToken',
  'refreshToken',
  'authorization',
  'cookie',
])

/** Number of levels of objects and lists in the fields that are searched. */
const MAX_DEPTH = 3

/**
 * @param fields the fields of a line of the log
 * @returns the fields, with `[struck out]` in place of the values whose names suggest a secret, down to three levels of
 *   objects and lists in them. Unchanged objects are the same ones; errors are left to their serializer.
 */
export function strikeOutSecrets(fields: Readonly<Record<string, unknown>>, depth = 0): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined
  for (const [name, value] of Object.entries(fields)) {
    const shown = SECRETS.has(name) ? '[struck out]' : struckOut(value, depth)
    if (shown !== value) (copy ??= { ...fields })[name] = shown
  }
  return copy ?? fields
}

function struckOut(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth === MAX_DEPTH) return value
  if (Array.isArray(value)) return value.map((one) => struckOut(one, depth + 1))
  const prototype = Object.getPrototypeOf(value) as unknown
  const isPlain = prototype === Object.prototype || prototype === null
  return isPlain ? strikeOutSecrets(value as Readonly<Record<string, unknown>>, depth + 1) : value
}
