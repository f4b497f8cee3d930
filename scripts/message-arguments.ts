import { IntlMessageFormat } from 'intl-messageformat'
import EN from '../src/web/messages/en.json' with { type: 'json' }

/**
 * @returns the content of `src/web/messages/message-arguments.ts`: for each English message with placeholders, the types
 *   of their values. A placeholder with a format, such as a plural, takes a number; any other takes a text too.
 */
export function messageArguments(): string {
  const members = Object.entries(EN).flatMap(([key, message]) => {
    const types = placeholders(message)
    if (types.size === 0) return []
    const values = [...types].map(([name, isNumber]) => `readonly ${name}: ${isNumber ? 'number' : 'string | number'}`)
    return `  '${key}': { ${values.join('; ')} }`
  })
  return `// Generated from en.json by "npm run docs".

/** The values of the placeholders of each message that has any. */
export interface MessageArguments {
${members.join('\n')}
}
`
}

/** @returns the names of the placeholders in an ICU message, with whether each takes a number */
function placeholders(message: string): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>()
  const visit = (elements: readonly MessageElement[]): void => {
    for (const { type, value, options = {} } of elements) {
      if (type === TEXT || type === COUNT) continue
      found.set(value, (type !== ARGUMENT && type !== SELECT) || (found.get(value) ?? false))
      for (const option of Object.values(options)) visit(option.value)
    }
  }
  visit(new IntlMessageFormat(message, 'en', undefined, { ignoreTag: true }).getAst() as readonly MessageElement[])
  return found
}

/** An element of a parsed message (`@formatjs/icu-messageformat-parser`). */
interface MessageElement {
  readonly type: number
  readonly value: string
  readonly options?: Readonly<Record<string, { readonly value: readonly MessageElement[] }>>
}

/** Types of elements: a text, an argument without format, a selection by text, and the number of a plural (`#`). */
const [TEXT, ARGUMENT, SELECT, COUNT] = [0, 1, 5, 7]
