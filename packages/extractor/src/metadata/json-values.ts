/** Maximum length in characters of JSON that is parsed. Longer JSON is ignored. */
const MAX_JSON = 8_000_000

type JsonValues = Readonly<Record<string, unknown>>

/** @returns the parsed JSON; undefined if it is missing, too long or invalid */
export function parseJson(text: string | undefined): unknown {
  if (text === undefined || text.length > MAX_JSON) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * @returns the value at a path of names and indices; undefined if there is none. Only own properties count, because the
 * data is untrusted.
 */
export function valueAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = (found as JsonValues)[name]
  }
  return found
}

/** @returns the text at a path; undefined if there is none */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = valueAt(value, ...path)
  return typeof found === 'string' ? found : undefined
}

/** @returns the number at a path; undefined if there is none */
export function numberAt(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const found = valueAt(value, ...path)
  return typeof found === 'number' ? found : undefined
}

/** @returns the list at a path; empty if there is none */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = valueAt(value, ...path)
  return Array.isArray(found) ? found : []
}
