export type JsonObject = Readonly<Record<string, unknown>>

const MAX_SCRIPT = 1_000_000
const MAX_NODES = 2000

/**
 * Parses the JSON-LD of a page. The data is untrusted, so only own properties of objects are used.
 *
 * @param scripts texts of the page's `application/ld+json` scripts
 * @returns at most 2000 objects; outer objects precede the objects in them. Invalid JSON is skipped.
 */
export function readJsonLd(scripts: readonly string[]): JsonObject[] {
  const waiting: unknown[] = scripts.slice(0, 50).map(parseScript)
  const found: JsonObject[] = []
  for (let i = 0; i < waiting.length && waiting.length < MAX_NODES; i++) {
    const value = waiting[i]
    if (Array.isArray(value)) waiting.push(...value.slice(0, MAX_NODES))
    else if (isObject(value)) {
      found.push(value)
      waiting.push(
        ...Object.values(value)
          .filter((inner) => typeof inner === 'object' && inner !== null)
          .slice(0, 100),
      )
    }
  }
  return found
}

/** @returns the value of the object's own property with this name; undefined if it has none */
export function property(object: JsonObject | undefined, name: string): unknown {
  return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined
}

/**
 * @param value a text, a list, or an object
 * @param names names of the properties that may contain the text of an object. The first existing one is used
 * @returns the texts in the value
 */
export function textsOf(value: unknown, names: readonly string[] = ['name']): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.slice(0, 50).flatMap((one) => (Array.isArray(one) ? [] : textsOf(one, names)))
  if (!isObject(value)) return []
  const held = names.map((name) => property(value, name)).find((inner) => inner !== undefined)
  return typeof held === 'string' ? [held] : Array.isArray(held) ? held.filter((one) => typeof one === 'string') : []
}

/** @returns the first object with a matching type */
export function findOfType(objects: readonly JsonObject[], type: RegExp): JsonObject | undefined {
  return objects.find((object) => isOfType(object, type))
}

/** @returns all objects with a matching type, in their order */
export function objectsOfType(objects: readonly JsonObject[], type: RegExp): JsonObject[] {
  return objects.filter((object) => isOfType(object, type))
}

/** @returns whether one of the types of an object matches */
export function isOfType(object: JsonObject, type: RegExp): boolean {
  return textsOf(property(object, '@type')).some((name) => type.test(name.slice(0, 100)))
}

/**
 * @returns the objects in the value of a property, which may be an object or a list of objects. An object with an `@id`
 * but without a name is only a reference: if the page contains a named object with the same `@id`, that object is
 * returned instead.
 */
export function objectsAt(objects: readonly JsonObject[], value: unknown): JsonObject[] {
  const list = Array.isArray(value) ? value.slice(0, 50) : [value]
  return list.filter(isObject).map((object) => {
    const id = property(object, '@id')
    const named = property(object, 'name') !== undefined
    if (named || typeof id !== 'string') return object
    return objects.find((one) => property(one, '@id') === id && property(one, 'name') !== undefined) ?? object
  })
}

function parseScript(script: string): unknown {
  if (script.length > MAX_SCRIPT) return undefined
  const json = script
    .replace(/^\s*(?:<!--|\/\*<!\[CDATA\[\*\/|\/\/<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\*\]\]>\*\/|\/\/\]\]>)\s*$/, '')
  return tryJson(json) ?? tryJson(json.replaceAll(/\p{Cc}/gu, ' ').replace(/;\s*$/, ''))
}

function tryJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
