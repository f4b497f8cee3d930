/** The members of a JSON object, before they are checked. */
export type JsonObject = Readonly<Record<string, unknown>>

/** @returns the value of a JSON text; undefined if the text is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @returns the object of a JSON text; undefined if the text is not JSON, or stands for another value */
export function parseJsonObject(text: string): JsonObject | undefined {
  const value = parseJson(text)
  return isJsonObject(value) ? value : undefined
}

/** @returns true for an object that is neither null nor a list */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
