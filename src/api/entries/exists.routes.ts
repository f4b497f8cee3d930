import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requestedHashes } from '../../entries/saving/address-hashes.ts'
import { firstKnownId, type FindKnownEntries } from '../../entries/entries-by-address.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { ERROR, OAUTH_ERROR } from '../reference/entry-schemas.ts'
import { queryFlag, queryList, queryText, type Query } from '../wire/query-values.ts'
import { viewerOf } from '../wire/request-context.ts'
import { sendJson } from '../wire/send-json.ts'

export interface ExistsRoutesDeps {
  readonly findKnownEntries: FindKnownEntries
}

/**
 * Maximum number of addresses or hashes in one request. Requests with more are rejected; real clients send about a
 * hundred.
 */
const MAX_QUESTIONS = 500

/** Adds the route that reports whether addresses are saved (wallabag contract section 5). */
export function addExistsRoutes(app: FastifyInstance, deps: ExistsRoutesDeps): void {
  app.get('/entries/exists', { schema: SCHEMA }, (request, reply) => existsRoute(deps, request, reply))
}

const SCHEMA = {
  summary: 'Check whether addresses are saved',
  description:
    'Finds entries by their address, or by the SHA-1 hash of the address, as written or percent-decoded. For `url` or ' +
    '`hashed_url`, the result is in the member `exists`. For lists, the response has a member for each address or hash. ' +
    'A request without any of these parameters gets status 404.',
  tags: ['Entries'],
  security: [{ bearer: [] }],
  querystring: {
    type: 'object',
    properties: {
      url: { type: 'string', description: 'one address' },
      'urls[]': { type: 'array', maxItems: MAX_QUESTIONS, items: { type: 'string' }, description: 'several addresses' },
      hashed_url: { type: 'string', description: 'SHA-1 of one address, in hex' },
      'hashed_urls[]': {
        type: 'array',
        maxItems: MAX_QUESTIONS,
        items: { type: 'string' },
        description: 'SHA-1 of several addresses',
      },
      return_id: { type: 'string', description: 'with `1`, returns ids instead of true, and null instead of false' },
    },
  },
  response: {
    200: { type: 'object', additionalProperties: { type: ['boolean', 'integer', 'null'] } },
    400: ERROR,
    401: OAUTH_ERROR,
    404: ERROR,
  },
} as const

interface Question {
  /** the address or hash as the client sent it */
  readonly sent: string
  /** hashes to look up, in hex: the hash that the client sent, or one for each spelling of the address */
  readonly hashes: readonly string[]
}

async function existsRoute(deps: ExistsRoutesDeps, request: FastifyRequest, reply: FastifyReply) {
  const query = request.query as Query
  const { questions, isSingle } = parseQuestions(query)
  if (questions.length === 0) throw notFound('address')
  if (questions.length > MAX_QUESTIONS)
    throw new AppError('invalid_input', `at most ${MAX_QUESTIONS} addresses at once`)
  const known = await deps.findKnownEntries(
    viewerOf(request).id,
    questions.flatMap(({ hashes }) => hashes),
  )
  const hasIds = queryFlag(query, 'return_id') ?? false
  const answer = ({ hashes }: Question) => resultFor(firstKnownId(known, hashes), hasIds)
  if (isSingle) return sendJson(reply, { exists: answer(questions[0]!) })
  return sendJson(reply, Object.fromEntries(questions.map((question) => [question.sent, answer(question)])))
}

/**
 * Parses the addresses and hashes of a lookup. `isSingle` is true if the client sent `url` or `hashed_url`. The
 * response then contains a single result, for the first question, even if the client also sent lists (wallabag contract
 * 5.2).
 */
function parseQuestions(query: Query): { readonly questions: readonly Question[]; readonly isSingle: boolean } {
  for (const name of ['urls', 'hashed_urls']) refuseText(query, name)
  const [url, hash] = [queryText(query, 'url'), queryText(query, 'hashed_url')]
  const questions = [
    ...queryList(query, 'hashed_urls').map(byHash),
    ...(hash ? [byHash(hash)] : []),
    ...queryList(query, 'urls').map(byAddress),
    ...(url ? [byAddress(url)] : []),
  ]
  return { questions, isSingle: Boolean(url || hash) }
}

/**
 * Rejects text in a parameter that must be a list. Accepts empty text, because a Python client sends it along with a
 * single address.
 */
function refuseText(query: Query, name: string): void {
  if (!queryText(query, name)) return
  throw new AppError('invalid_input', `Unexpected value for parameter "${name}": expecting "array", got "string".`)
}

function byHash(text: string): Question {
  return { sent: text, hashes: [text.toLowerCase()] }
}

function byAddress(text: string): Question {
  return { sent: text, hashes: requestedHashes(text) }
}

/**
 * @returns the result for one address: whether it is saved, or the id of its entry if the client requested ids. If the
 *   address is not saved, clients expect null if they requested ids, otherwise false.
 */
function resultFor(id: EntryId | undefined, hasIds: boolean): boolean | number | null {
  return hasIds ? (id ?? null) : id !== undefined
}
