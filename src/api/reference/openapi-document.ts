import { fastify, type FastifyPluginAsync } from 'fastify'
import { linkOperations } from './openapi-links.ts'

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
