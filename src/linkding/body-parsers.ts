import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LinkdingError } from './linkding-error.ts'
import { parseJson } from '../kernel/json.ts'

/** Accepts JSON and forms, and an empty body of any type: aiohttp sends one with the type `application/octet-stream`. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const asText = { parseAs: 'string' } as const
  app.addContentTypeParser('application/json', asText, async (_request: FastifyRequest, body: string) =>
    parseJsonBody(body),
  )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    asText,
    async (_request: FastifyRequest, body: string) => {
      return fieldsOf(new URLSearchParams(body))
    },
  )
  const asBuffer = { parseAs: 'buffer' } as const
  app.addContentTypeParser(/^multipart\/form-data\b/i, asBuffer, async (request: FastifyRequest, body: Buffer) =>
    parseParts(body, request.headers['content-type'] ?? ''),
  )
  app.addContentTypeParser('*', asText, async ({ headers }: FastifyRequest, body: string) => {
    if (body === '') return undefined
    const text = `Unsupported media type "${headers['content-type'] ?? ''}" in request.`
    throw new LinkdingError(415, { detail: text })
  })
}

/** @returns the fields of a form; `tag_names` may occur several times */
function fieldsOf(form: URLSearchParams | FormData): Record<string, unknown> {
  return { ...Object.fromEntries(form), ...(form.has('tag_names') && { tag_names: form.getAll('tag_names') }) }
}

async function parseParts(body: Buffer, contentType: string): Promise<unknown> {
  try {
    return fieldsOf(await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData())
  } catch {
    throw new LinkdingError(400, { detail: 'Multipart form parse error' })
  }
}

function parseJsonBody(body: string): unknown {
  const value = parseJson(body)
  if (value === undefined && body.trim() !== '') throw new LinkdingError(400, { detail: 'JSON parse error' })
  return value
}
