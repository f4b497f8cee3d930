import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedCoding, compress, type Coding } from '../../kernel/content-coding.ts'
import { sendJsonBytes } from '../../http/send-json-bytes.ts'

interface DocRoutesDeps {
  /** builds the OpenAPI document; called only on the first request for it */
  readonly createOpenApiDocument: () => Promise<object>
}

/**
 * Content security policy of the reference page. It allows inline styles, which Swagger UI sets. Other pages forbid
 * them.
 */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>API reference · Dogear</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<link rel="icon" href="/favicon.ico" type="image/svg+xml">
<link rel="stylesheet" href="/api/doc/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<noscript><p>The reference as a document for tools and readers: <a href="/api/doc.json">/api/doc.json</a> (OpenAPI 3.1).</p></noscript>
<script src="/api/doc/swagger-ui-bundle.js"></script>
<script src="/api/doc/start.js"></script>
</body>
</html>
`

const START = `window.SwaggerUIBundle({
  url: '/api/doc.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
})
`

const FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

/** Adds the routes of the API reference: the OpenAPI document, and a page that shows it and can send requests. */
export function addDocRoutes(app: FastifyInstance, { createOpenApiDocument }: DocRoutesDeps): void {
  const config = { isPublic: true }
  const schema = { hide: true }
  const document = once(async () => Buffer.from(JSON.stringify(await createOpenApiDocument())))
  app.get('/doc', { config, schema }, (_request, reply) => reply.redirect('/api/doc/', 301))
  app.get('/doc/', { config, schema }, (_request, reply) =>
    reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(PAGE),
  )
  app.get('/doc.json', { config, schema }, async (_request, reply) => sendJsonBytes(reply, await document()))
  app.get('/doc/start.js', { config, schema }, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(START),
  )
  for (const [name, type] of Object.entries(FILES)) {
    const packed = packedFile(name)
    app.get(`/doc/${name}`, { config, schema }, (request, reply) => sendFile(request, reply, { type, packed }))
  }
}

interface DocFile {
  readonly type: string
  readonly packed: (coding: Coding | undefined) => Promise<Buffer>
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, { type, packed }: DocFile) {
  const coding = acceptedCoding(request.headers['accept-encoding'])
  if (coding) reply.header('content-encoding', coding)
  reply.header('cache-control', 'public, max-age=3600').header('vary', 'Accept-Encoding').type(type)
  return reply.send(await packed(coding))
}

/**
 * @returns a function that reads and compresses a file of `swagger-ui-dist`, and caches the result for each content
 *   coding
 */
function packedFile(name: string): (coding: Coding | undefined) => Promise<Buffer> {
  const path = new URL(`../../../node_modules/swagger-ui-dist/${name}`, import.meta.url)
  const made = new Map<Coding | undefined, Promise<Buffer>>()
  return (coding) => {
    const existing = made.get(coding)
    if (existing) return existing
    const body = coding ? readFile(path).then((bytes) => compress(bytes, coding)) : readFile(path)
    made.set(coding, body)
    return body
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
