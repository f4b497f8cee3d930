/** The sender of a request. An unknown address is empty; other unknown properties are absent. */
export interface Caller {
  /** network address; empty if unknown */
  readonly address: string
  /** the `User-Agent` header of the browser or app; untrusted text */
  readonly userAgent?: string
  /** id that the log uses for the request */
  readonly requestId?: string
}

/** The properties of a Fastify request that `callerOf` reads. */
interface CalledRequest {
  readonly id: string
  /** undefined once the client has disconnected */
  readonly ip: string | undefined
  readonly headers: { readonly 'user-agent'?: string | undefined }
}

/**
 * @returns the sender of the request. Call this before any `await`: once the client has disconnected, its address is
 *   unknown.
 */
export function callerOf({ id, ip, headers }: CalledRequest): Caller {
  return { address: ip ?? '', userAgent: headers['user-agent'] ?? '', requestId: id }
}
