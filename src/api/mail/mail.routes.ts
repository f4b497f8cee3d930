import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { MAX_ENTRIES, MAX_LISTED, type Delivery } from '../../mail/delivery.ts'
import { listDeliveries } from '../../mail/delivery.repository.ts'
import { listMailAddresses } from '../../mail/mail-address.repository.ts'
import { requestDelivery, type RequestDeliveryDeps } from '../../mail/request-delivery.ts'
import { ERROR, JSON_OR_FORM, OAUTH_ERROR } from '../reference/entry-schemas.ts'
import { fieldIds, fieldText } from '../wire/body-fields.ts'
import { fieldsOf, viewerOf } from '../wire/request-context.ts'
import { sendJson } from '../wire/send-json.ts'
import { wireDate } from '../wire/wire-date.ts'

export type MailRoutesDeps = RequestDeliveryDeps

const common = { tags: ['Mail'], security: [{ bearer: [] }] }
const integer = { type: 'integer' } as const
const text = { type: 'string' } as const

const MAIL_ADDRESS = {
  type: 'object',
  properties: {
    id: integer,
    name: text,
    address: text,
    confirmed: { type: 'boolean', description: 'whether entries can be sent to it' },
  },
} as const

const DELIVERY = {
  type: 'object',
  properties: {
    id: integer,
    kind: { type: 'string', enum: ['hand', 'rule', 'digest'] },
    address: { ...integer, description: 'id of the address' },
    title: { ...text, description: 'title of the book' },
    state: { type: 'string', enum: ['waiting', 'sent', 'failed'] },
    reason: { type: ['string', 'null'], description: 'why the last attempt failed' },
    mails: { ...integer, description: 'number of mails that the server has accepted' },
    requested_at: text,
    finished_at: { type: ['string', 'null'] },
  },
} as const

const SCHEMAS = {
  addresses: {
    ...common,
    summary: 'List e-mail addresses',
    description: 'The addresses to which entries can be sent. They are added and confirmed in the settings.',
    response: { 200: { type: 'array', items: MAIL_ADDRESS }, 401: OAUTH_ERROR },
  },
  list: {
    ...common,
    summary: 'List deliveries by e-mail',
    description: `The ${MAX_LISTED} newest ones.`,
    response: { 200: { type: 'array', items: DELIVERY }, 401: OAUTH_ERROR },
  },
  send: {
    ...common,
    consumes: JSON_OR_FORM,
    summary: 'Send entries by e-mail',
    description: 'Sends entries to one of your addresses, as one EPUB, in the background.',
    body: {
      type: 'object',
      required: ['address', 'entries'],
      properties: {
        address: { ...integer, minimum: 1, description: 'id of a confirmed address' },
        entries: {
          description: `1 to ${MAX_ENTRIES} ids of entries, as a list or as text separated by commas`,
          anyOf: [
            { type: 'array', items: { ...integer, minimum: 1 }, minItems: 1, maxItems: MAX_ENTRIES },
            { type: 'string', pattern: '^[1-9]\\d{0,14}(,[1-9]\\d{0,14})*$' },
          ],
        },
      },
    },
    response: {
      200: {
        type: 'object',
        properties: { id: { ...integer, description: 'id of the delivery' }, entries: integer },
      },
      400: ERROR,
      401: OAUTH_ERROR,
      403: { ...ERROR, description: 'the operator has not set up e-mail, or the token may not send' },
      404: ERROR,
      409: { ...ERROR, description: 'the address is not confirmed' },
      429: ERROR,
    },
  },
} as const

/** Adds the routes that send entries by e-mail. wallabag does not have them. */
export function addMailRoutes(app: FastifyInstance, deps: MailRoutesDeps): void {
  app.get('/mail/addresses', { schema: SCHEMAS.addresses }, async (request, reply) => {
    const addresses = await deps.database.read((db) => listMailAddresses(db, viewerOf(request).id))
    return sendJson(
      reply,
      addresses.map(({ id, name, address, isConfirmed: confirmed }) => ({ id, name, address, confirmed })),
    )
  })
  app.get('/mail/deliveries', { schema: SCHEMAS.list }, async (request, reply) => {
    const deliveries = await deps.database.read((db) => listDeliveries(db, viewerOf(request).id))
    return sendJson(reply, deliveries.map(presentDelivery))
  })
  app.post('/mail/deliveries', { schema: SCHEMAS.send }, async (request, reply) => {
    const { id, count } = await requestDelivery(deps, viewerOf(request).id, givenDelivery(request))
    return sendJson(reply, { id, entries: count })
  })
}

function givenDelivery(request: FastifyRequest) {
  const fields = fieldsOf(request)
  const addressId = Number(fieldText(fields, 'address') ?? Number.NaN)
  if (!Number.isSafeInteger(addressId) || addressId < 1) {
    throw new AppError('invalid_input', '"address" must be the id of an address')
  }
  return { addressId, entries: fieldIds(fields, 'entries', { min: 1, max: MAX_ENTRIES }) as EntryId[] }
}

function presentDelivery({ id, kind, addressId, title, state, reason, parts, requestedAt, finishedAt }: Delivery) {
  const times = { requested_at: wireDate(requestedAt), finished_at: finishedAt === null ? null : wireDate(finishedAt) }
  return { id, kind, address: addressId, title, state, reason, mails: parts, ...times }
}
