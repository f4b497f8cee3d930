import type { FastifyInstance } from 'fastify'
import type { User } from '../users/user.ts'
import { OAUTH_ERROR } from './entry-schemas.ts'
import { viewerOf } from './request-context.ts'
import { sendJson } from './send-json.ts'
import { wireDate } from './wire-date.ts'

export interface UserRoutesDeps {
  readonly findUser: (id: User['id']) => Promise<User | undefined>
}

/** Who am I: contract section 2.9. */
export function addUserRoutes(app: FastifyInstance, { findUser }: UserRoutesDeps): void {
  app.get('/user', { schema: SCHEMA }, async (request, reply) => {
    const user = await findUser(viewerOf(request).id)
    if (!user) throw new Error('the owner of a token is gone')
    const { id, username, email, name } = user
    const times = { created_at: wireDate(user.createdAt), updated_at: wireDate(user.updatedAt) }
    // The key of the display name is absent when there is none.
    return sendJson(reply, { id, username, email, ...(name !== null && { name }), ...times })
  })
}

const SCHEMA = {
  summary: 'Who am I?',
  tags: ['User'],
  security: [{ bearer: [] }],
  response: {
    200: {
      type: 'object',
      properties: {
        id: { type: 'integer' },
        username: { type: 'string' },
        email: { type: 'string', description: 'may be empty' },
        name: { type: 'string', description: 'display name; absent when there is none' },
        created_at: { type: 'string' },
        updated_at: { type: 'string' },
      },
    },
    401: OAUTH_ERROR,
  },
} as const
