import { AppError } from '../kernel/errors.ts'

export type DatabaseLocation =
  { readonly dialect: 'sqlite'; readonly path: string } | { readonly dialect: 'postgres'; readonly url: string }

/**
 * @param text `postgres://…`, `postgresql://…`, `sqlite:<path>` or `file:<path>`
 * @throws AppError `invalid_input` for anything else
 */
export function parseDatabaseUrl(text: string): DatabaseLocation {
  if (/^postgres(?:ql)?:\/\//.test(text)) return { dialect: 'postgres', url: text }
  const path = /^(?:sqlite|file):(?:\/\/(?=\/))?(.+)$/.exec(text)?.[1]
  if (path !== undefined) return { dialect: 'sqlite', path }
  throw new AppError('invalid_input', 'a database address begins with postgres:// or sqlite:')
}
