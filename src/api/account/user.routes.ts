import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CREDENTIALS_BODY } from '../../kernel/body-limits.ts'
import { sentText } from '../../kernel/form-body.ts'
import { type RegisterUserDeps, registerUser, RegistrationRefused } from '../../oauth/register-user.ts'
import { callerOf } from '../../security-events/caller.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import { networkOf } from '../../throttling/network-of-address.ts'
import { chargeAnonymousRequest, type AnonymousRequestDeps } from '../../throttling/anonymous-requests.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import type { IsRegistrationOpen } from '../../users/registration-choice.ts'
import { MAX_NAME, type User } from '../../users/user.ts'
import { MAX_PASSWORD, MIN_PASSWORD } from '../../users/passwords/password-rules.ts'
import { fieldText } from '../wire/body-fields.ts'
import { ERROR, JSON_OR_FORM, OAUTH_ERROR } from '../reference/entry-schemas.ts'
import { fieldsOf, viewerOf } from '../wire/request-context.ts'
import { sendJson } from '../wire/send-json.ts'
import { wireDate } from '../wire/wire-date.ts'

export interface UserRoutesDeps extends RegisterUserDeps, SecurityEventsUser, AnonymousRequestDeps {
  readonly findUser: (id: User['id']) => Promise<User | undefined>
  readonly isRegistrationOpen: IsRegistrationOpen
  readonly registrationsPerAddress: Throttle
}

/** Adds the routes for the viewer's account and for registration (wallabag contract section 2.9). */
export function addUserRoutes(app: FastifyInstance, deps: UserRoutesDeps): void {
  app.get('/user', { schema: SCHEMA }, async (request, reply) => {
    const user = await deps.findUser(viewerOf(request).id)
    if (!user) throw new Error('the owner of a token is gone')
    return sendJson(reply, wireUser(user))
  })
  app.put(
    '/user',
    { schema: REGISTER_SCHEMA, config: { isPublic: true, anonymousCost: 'refused' }, bodyLimit: CREDENTIALS_BODY },
    (request, reply) => register(deps, request, reply),
  )
}

/** @returns a user in the format of the API. Without a display name, the member `name` is absent. */
function wireUser({ id, username, email, name, createdAt, updatedAt }: User) {
  const times = { created_at: wireDate(createdAt), updated_at: wireDate(updatedAt) }
  return { id, username, email, ...(name !== null && { name }), ...times }
}

async function register(deps: UserRoutesDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  // Reads the client's IP address before the first `await`: when the client disconnects, Fastify loses the address.
  const caller = callerOf(request)
  if (!(await deps.isRegistrationOpen())) {
    await chargeAnonymousRequest(deps, request)
    return sendJson(reply.code(403), { error: "Server doesn't allow registrations" })
  }
  await deps.registrationsPerAddress.take(networkOf(caller.address))
  const fields = fieldsOf(request)
  const text = (name: string): string => fieldText(fields, name) ?? ''
  const input = {
    username: text('username'),
    email: text('email'),
    password: sentText(fields, 'password') ?? text('password'),
    clientName: text('client_name'),
  }
  try {
    const { user, client, secret } = await registerUser(deps, input)
    await deps.securityEvents.record(caller, { kind: 'user-made', userId: user.id })
    const defaultClient = { client_secret: secret, client_id: client.publicId, name: client.name }
    return await sendJson(reply.code(201), { ...wireUser(user), default_client: defaultClient })
  } catch (error) {
    if (error instanceof RegistrationRefused) return sendJson(reply.code(400), { error: error.problems })
    throw error
  }
}

const USER_MEMBERS = {
  id: { type: 'integer' },
  username: { type: 'string' },
  email: { type: 'string', description: 'may be empty' },
  name: { type: 'string', description: 'display name; absent if there is none' },
  created_at: { type: 'string' },
  updated_at: { type: 'string' },
} as const

const SCHEMA = {
  summary: 'Read your account',
  tags: ['User'],
  security: [{ bearer: [] }],
  response: { 200: { type: 'object', properties: USER_MEMBERS }, 401: OAUTH_ERROR },
} as const

const text = { type: 'string' } as const
const texts = { type: 'array', items: text } as const

const REGISTER_SCHEMA = {
  summary: 'Create an account',
  description: 'Works only while registration is open. Also creates an API client for the account.',
  tags: ['User'],
  consumes: JSON_OR_FORM,
  body: {
    type: 'object',
    required: ['username', 'email', 'password'],
    properties: {
      username: {
        ...text,
        minLength: 1,
        maxLength: MAX_NAME,
        pattern: '^[^@]*$',
        description: 'must not contain control characters',
      },
      email: { ...text, pattern: '^[^\\s@]+@[^\\s@]+$', maxLength: MAX_NAME },
      password: {
        ...text,
        minLength: MIN_PASSWORD,
        maxLength: MAX_PASSWORD,
        description: 'must not be a common password',
      },
      client_name: { ...text, default: 'Default client' },
    },
  },
  response: {
    201: {
      type: 'object',
      properties: {
        ...USER_MEMBERS,
        default_client: { type: 'object', properties: { client_secret: text, client_id: text, name: text } },
      },
    },
    400: {
      type: 'object',
      properties: { error: { type: 'object', properties: { username: texts, email: texts, password: texts } } },
    },
    403: { type: 'object', properties: { error: text } },
    429: ERROR,
  },
} as const
