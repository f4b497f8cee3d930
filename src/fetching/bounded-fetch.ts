import type { CustomFetch } from 'openid-client'

/**
 * Requests addresses that the operator has configured, such as an identity provider, which may be in a private network.
 * Follows no redirects, and reads at most `maxBytes` of a response.
 * @returns a function with the signature of `fetch`, which rejects larger responses
 */
export function boundedFetch(maxBytes: number): CustomFetch {
  return async (url, { body: sent, signal, ...options }) => {
    const given = { ...options, ...(sent !== undefined && { body: sent as BodyInit }), ...(signal && { signal }) }
    const response = await fetch(url, { ...given, redirect: 'manual' })
    const { status, statusText, headers } = response
    const body = await readBody(response, maxBytes)
    return new Response(body.length > 0 ? body : null, { status, statusText, headers })
  }
}

async function readBody({ body, url }: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop early cancels the rest of the response.
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += piece.length
    if (bytes > maxBytes) throw new Error(`${new URL(url).host} sent more than ${maxBytes} bytes`)
    pieces.push(piece)
  }
  return Uint8Array.from(Buffer.concat(pieces))
}
