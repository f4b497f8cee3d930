import { fastify, type FastifyPluginAsync } from 'fastify'

interface ReferenceOptions {
  /** the plugins whose routes the document describes, each with the prefix of its addresses */
  readonly interfaces: readonly { readonly plugin: FastifyPluginAsync; readonly prefix: string }[]
  readonly baseUrl: string
  readonly version: string
}

/**
 * Builds the OpenAPI document from the schemas of the routes. To collect them, it registers the routes in separate apps
 * that never listen. It loads the library `@fastify/swagger` only now, because most servers never need it.
 * @returns an OpenAPI 3.1 document
 */
export async function createOpenApiDocument({ interfaces, ...about }: ReferenceOptions): Promise<object> {
  // Each plugin gets its own app, because two plugins may have routes with the same address.
  const documents = await Promise.all(interfaces.map((one) => describe(one, about)))
  const paths = Object.assign({}, ...documents.map((document) => document.paths)) as object
  const reference = { ...documents[0], paths } as Parameters<typeof linkOperations>[0]
  linkOperations(reference)
  return reference
}

async function describe(
  { plugin, prefix }: ReferenceOptions['interfaces'][number],
  { baseUrl, version }: Omit<ReferenceOptions, 'interfaces'>,
): Promise<{ readonly paths?: object }> {
  const { default: swagger } = await import('@fastify/swagger')
  const app = fastify()
  app.setValidatorCompiler(() => () => true)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Dogear', version, description: DESCRIPTION, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: baseUrl }],
      tags: [
        { name: 'OAuth', description: 'Obtain and refresh tokens' },
        { name: 'Entries', description: 'Saved pages' },
        { name: 'Tags', description: 'Tags of entries and of the user' },
        { name: 'Annotations', description: 'Marked passages of entries, with notes' },
        { name: 'Mail', description: 'Sending entries by e-mail' },
        { name: 'User', description: 'Your account and its settings' },
        { name: 'Server', description: 'About this server' },
      ],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
  })
  await app.register(plugin, { prefix })
  await app.ready()
  const document = app.swagger()
  await app.close()
  return document
}

const DESCRIPTION = `Saves web pages and extracts their articles.

Create a client at \`/developer/client/create\`, obtain a token at \`/oauth/v2/token\`, and send it as
\`Authorization: Bearer …\`. Every path also works with a suffix such as \`.json\`. Responses are
JSON. Error responses contain the reason.`

/** The parts of an OpenAPI document that this module reads and changes. */
interface Document {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  operationId?: string
  readonly responses?: Readonly<Record<string, { links?: Record<string, object> } | undefined>>
}

/** A response with values, such as ids, that other operations take as parameters. */
interface Source {
  /** method and path of the operation that sends the response */
  readonly from: string
  /** expressions for the values in the response, by parameter name (OpenAPI 3.1, "Runtime Expressions") */
  readonly parameters: Readonly<Record<string, string>>
  /** method and path of the operations that take the parameters */
  readonly to: readonly string[]
}

const ENTRY_ID = '$response.body#/id'
const PATH_ENTRY = '$request.path.entry'
const OF_ENTRY = [
  'get /api/entries/{entry}',
  'patch /api/entries/{entry}',
  'patch /api/entries/{entry}/reload',
  'delete /api/entries/{entry}',
  'get /api/entries/{entry}/content',
  'get /api/entries/{entry}/tags',
  'post /api/entries/{entry}/tags',
  'get /api/entries/{entry}/extraction',
  'get /api/entries/{entry}/export',
]
const OF_ANNOTATION = ['put /api/annotations/{id}', 'delete /api/annotations/{id}']
const OF_ENTRY_ANNOTATIONS = ['get /api/annotations/{id}', 'post /api/annotations/{id}']
const OF_RULE = ['put /api/taggingrules/{id}', 'delete /api/taggingrules/{id}']
const OF_COLLECTION = ['get', 'patch', 'delete'].map((method) => `${method} /api/collections/{collection}`)
const PICKED = ['post', 'delete'].map((method) => `${method} /api/collections/{collection}/entries`)
const OF_IMPORT = ['get /api/imports/{id}', 'delete /api/imports/{id}']
const OF_SITE_RULE = ['get /api/site-rules/{host}', 'put /api/site-rules/{host}', 'delete /api/site-rules/{host}']
const OF_LOGIN = OF_SITE_RULE.map((operation) => operation.replace('site-rules', 'site-credentials'))
const TAKE_TAG = ['delete /api/entries/{entry}/tags/{tag}']

const SOURCES: readonly Source[] = [
  { from: 'post /api/entries', parameters: { entry: ENTRY_ID }, to: OF_ENTRY },
  { from: 'post /api/entries', parameters: { id: ENTRY_ID }, to: OF_ENTRY_ANNOTATIONS },
  { from: 'get /api/entries', parameters: { entry: '$response.body#/_embedded/items/0/id' }, to: OF_ENTRY },
  { from: 'get /api/search', parameters: { entry: '$response.body#/_embedded/items/0/id' }, to: OF_ENTRY },
  { from: 'get /api/trash', parameters: { entry: '$response.body#/items/0/id' }, to: ['delete /api/trash/{entry}'] },
  { from: 'post /api/entries/lists', parameters: { entry: '$response.body#/0/entry' }, to: OF_ENTRY },
  {
    from: 'post /api/entries/{entry}/tags',
    parameters: { entry: PATH_ENTRY, tag: '$response.body#/tags/0/id' },
    to: TAKE_TAG,
  },
  {
    from: 'get /api/entries/{entry}/tags',
    parameters: { entry: PATH_ENTRY, tag: '$response.body#/0/id' },
    to: TAKE_TAG,
  },
  { from: 'get /api/tags', parameters: { tag: '$response.body#/0/id' }, to: ['delete /api/tags/{tag}'] },
  { from: 'post /api/annotations/{id}', parameters: { id: ENTRY_ID }, to: OF_ANNOTATION },
  { from: 'get /api/annotations/{id}', parameters: { id: '$response.body#/rows/0/id' }, to: OF_ANNOTATION },
  { from: 'post /api/taggingrules', parameters: { id: ENTRY_ID }, to: OF_RULE },
  { from: 'get /api/taggingrules', parameters: { id: '$response.body#/0/id' }, to: OF_RULE },
  { from: 'post /api/collections', parameters: { collection: ENTRY_ID }, to: [...OF_COLLECTION, ...PICKED] },
  {
    from: 'get /api/collections',
    parameters: { collection: '$response.body#/0/id' },
    to: [...OF_COLLECTION, ...PICKED],
  },
  { from: 'post /api/imports', parameters: { id: ENTRY_ID }, to: OF_IMPORT },
  { from: 'get /api/imports', parameters: { id: '$response.body#/0/id' }, to: OF_IMPORT },
  { from: 'post /api/import/koreader-highlights', parameters: { id: ENTRY_ID }, to: OF_IMPORT },
  {
    from: 'get /api/imports/unplaced',
    parameters: { id: '$response.body#/0/id' },
    to: ['delete /api/imports/unplaced/{id}', 'post /api/imports/unplaced/{id}/assign'],
  },
  { from: 'put /api/site-rules/{host}', parameters: { host: '$request.path.host' }, to: OF_SITE_RULE },
  { from: 'put /api/site-credentials/{host}', parameters: { host: '$request.path.host' }, to: OF_LOGIN },
]

/**
 * Names all operations of an OpenAPI document. Links each response that contains an id to the operations that take this
 * id, so that tools can call them (OpenAPI 3.1, "Link Object").
 * @param document changed in place
 * @throws Error if a link names an operation that the document does not contain
 */
function linkOperations(document: Document): void {
  const operations = namedOperations(document)
  for (const { from, parameters, to } of SOURCES) {
    const responses = operations.get(from)?.responses
    const success = responses?.['200'] ?? responses?.['201']
    if (!success) throw new Error(`no answer for the links from ${from}`)
    for (const target of to) {
      const id = operations.get(target)?.operationId
      if (id === undefined) throw new Error(`no operation for the link from ${from} to ${target}`)
      success.links = { ...success.links, [id]: { operationId: id, parameters } }
    }
  }
}

/**
 * Sets the name (`operationId`) of each operation.
 * @returns the operations, by method and path
 */
function namedOperations({ paths = {} }: Document): ReadonlyMap<string, Operation> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  for (const { method, path, operation } of operations) operation.operationId = operationId(method, path)
  return new Map(operations.map(({ method, path, operation }) => [`${method} ${path}`, operation]))
}

/** @returns the name of an operation: `get_entries_entry_tags` for `get /api/entries/{entry}/tags` */
function operationId(method: string, path: string): string {
  const words = path.replace(/^\/(?:api\/)?/, '').split(/[^A-Za-z0-9]+/)
  return [method, ...words.filter((word) => word !== '')].join('_')
}
