import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { acceptedCoding, compress } from '../../kernel/content-coding.ts'
import type { Coding } from '../../kernel/content-coding.ts'
import type { Asset, Assets } from './assets.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400'
/**
 * Value of `Cache-Control` if the address contains the hash of another version of Dogear. The server then sends its
 * current file, so browsers must ask again before they reuse the response.
 */
const REVALIDATE_CACHE_CONTROL = 'no-cache'
/**
 * Route options of assets. They do not count against the limit for anonymous requests, because a page requests about
 * twenty of them.
 */
const NOT_COUNTED = { config: { anonymousCost: 'none' } } as const
const ROBOTS = 'User-agent: *\nDisallow: /\n'

interface Sending {
  readonly asset: Asset
  readonly coding: Coding | undefined
  readonly cacheControl: string
}

/**
 * Adds the static files: `/assets/<hash>/<name>`, `/favicon.ico`, `/apple-touch-icon.png` and `/robots.txt`.
 * @param assets the files loaded at startup; any other name is answered with "not found"
 */
export function assetsRoutes(assets: Assets): FastifyPluginAsync {
  const packed = new Map<Asset, Map<Coding, Promise<Buffer>>>()

  return async (app) => {
    app.get<{ Params: { hash: string; '*': string } }>(
      '/assets/:hash/*',
      NOT_COUNTED,
      async ({ params, headers }, reply) => {
        const asset = assets.files.get(params['*'])
        if (!asset) return reply.callNotFound()
        const cacheControl = params.hash === assets.hash ? FOR_EVER : REVALIDATE_CACHE_CONTROL
        return send(reply, packed, { asset, cacheControl, coding: codingFor(asset, headers['accept-encoding']) })
      },
    )

    for (const [path, name] of UNLINKED_ADDRESSES) {
      app.get(path, NOT_COUNTED, async ({ headers }, reply) => {
        const asset = assets.files.get(name)
        if (!asset) return reply.callNotFound()
        return send(reply, packed, { asset, cacheControl: A_DAY, coding: codingFor(asset, headers['accept-encoding']) })
      })
    }

    app.get('/robots.txt', NOT_COUNTED, async (_request, reply) =>
      reply.header('cache-control', A_DAY).type('text/plain; charset=utf-8').send(ROBOTS),
    )
  }
}

const DOCUMENT_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
]

/** Addresses that browsers request although no page links to them. */
const UNLINKED_ADDRESSES = [
  ['/favicon.ico', 'images/favicon.svg'],
  ['/apple-touch-icon.png', 'images/apple-touch-icon.png'],
] as const

const codingFor = (asset: Asset, accepted: string | undefined): Coding | undefined =>
  asset.isCompressible ? acceptedCoding(accepted) : undefined

async function send(
  reply: FastifyReply,
  packed: Map<Asset, Map<Coding, Promise<Buffer>>>,
  { asset, coding, cacheControl }: Sending,
): Promise<FastifyReply> {
  const body = coding ? await compressOnce(packed, asset, coding) : asset.body
  reply.header('cache-control', cacheControl).type(asset.contentType)
  if (asset.isCompressible) reply.header('vary', 'Accept-Encoding')
  if (coding) reply.header('content-encoding', coding)
  // These headers matter for documents only. On the twenty small files of a page, they would be a tenth of the traffic.
  if (/^(?:text\/(?:css|javascript)|font\/)/.test(asset.contentType)) {
    for (const name of DOCUMENT_HEADERS) reply.removeHeader(name)
  }
  return reply.send(body)
}

/**
 * Compresses an asset only once, even if several requests need it at the same time. After a failure, the next request
 * tries again.
 */
function compressOnce(packed: Map<Asset, Map<Coding, Promise<Buffer>>>, asset: Asset, coding: Coding): Promise<Buffer> {
  const versions = packed.get(asset) ?? new Map<Coding, Promise<Buffer>>()
  packed.set(asset, versions)
  const existing = versions.get(coding)
  if (existing) return existing
  const made = compress(asset.body, coding)
  versions.set(coding, made)
  made.catch(() => versions.delete(coding))
  return made
}
