import { AppError } from '../kernel/errors.ts'
import { createUser, findTaken, type CreateUserDeps } from '../users/create-user.ts'
import { parseEmail, parseUsername, type User } from '../users/user.ts'
import { MIN_PASSWORD, parsePassword } from '../users/passwords/password-rules.ts'
import { createClientIn, type CreateClientDeps, type CreatedClient } from './create-client.ts'

export type RegisterUserDeps = CreateUserDeps & CreateClientDeps

interface Registration {
  readonly username: string
  readonly email: string
  readonly password: string
  /** name of the first client; if empty, a default is used */
  readonly clientName: string
}

interface RegisteredUser extends CreatedClient {
  readonly user: User
}

/** The error for a refused registration. It contains the problems of each invalid field. */
export class RegistrationRefused extends Error {
  readonly problems: Readonly<Record<string, readonly string[]>>

  constructor(problems: RegistrationRefused['problems']) {
    super('the registration was refused')
    this.problems = problems
  }
}

/**
 * Creates an account and its first client in one transaction.
 * @throws RegistrationRefused that names every invalid or taken field
 */
export async function registerUser(deps: RegisterUserDeps, input: Registration): Promise<RegisteredUser> {
  const problems = findProblems(input)
  if (Object.keys(problems).length > 0) throw new RegistrationRefused(await withTaken(deps, input, problems))
  let created: CreatedClient | undefined
  const user = await createUser(
    deps,
    { ...input, isAdmin: false },
    {
      after: async (tx, { id }) => {
        created = await createClientIn(tx, deps, { ownerId: id, name: input.clientName, redirectUri: '' })
      },
    },
  ).catch(refuseTaken)
  return { user, ...created! }
}

/** Checks all fields. Uses the messages of the wallabag contract (section 2.9) where it defines one. */
function findProblems({ username, email, password }: Registration): Record<string, string[]> {
  const checks: readonly (readonly [string, string, () => unknown])[] = [
    ['username', username, () => parseUsername(username)],
    ['email', email, () => parseEmail(email)],
    ['password', password, () => checkPassword(password, username)],
  ]
  const problems: Record<string, string[]> = {}
  for (const [field, value, check] of checks) {
    const problem = value.trim() === '' ? 'This value should not be blank.' : problemOf(check)
    if (problem !== undefined) problems[field] = [problem]
  }
  return problems
}

/** Adds the fields whose values are taken, because clients show all problems at once. */
async function withTaken(
  { database }: RegisterUserDeps,
  { username, email }: Registration,
  problems: RegistrationRefused['problems'],
): Promise<RegistrationRefused['problems']> {
  const validName = 'username' in problems ? '' : parseUsername(username)
  const validEmail = 'email' in problems ? '' : parseEmail(email)
  const taken = await database.read((db) => findTaken(db, validName, validEmail))
  return { ...takenProblems(taken), ...problems }
}

function checkPassword(password: string, username: string): string {
  if (password.length < MIN_PASSWORD) {
    throw new AppError('invalid_input', `Your password must be at least ${MIN_PASSWORD} characters.`)
  }
  return parsePassword(password, username)
}

function problemOf(check: () => unknown): string | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

function refuseTaken(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'conflict') throw error
  const fields = (error.details['fields'] ?? [error.details['field']]) as string[]
  throw new RegistrationRefused(takenProblems(fields))
}

const takenProblems = (fields: readonly string[]): RegistrationRefused['problems'] =>
  Object.fromEntries(fields.map((field) => [field, ['This value is already used.']]))
