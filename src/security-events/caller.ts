/** The sender of a request, as far as the request identifies it. */
export interface Caller {
  /** network address; empty if unknown */
  readonly address: string
  /** the header of the browser or app; foreign text */
  readonly userAgent?: string
  /** identifies the request in the log */
  readonly requestId?: string
}

/** The properties of a Fastify request that are read here. */
export interface CalledRequest {
  readonly id: string
  /** undefined once the client has disconnected */
  readonly ip: string | undefined
  readonly headers: { readonly 'user-agent'?: string | undefined }
}

/** @returns the sender of the request. Call it before any waiting: after a disconnect the address is unknown */
export function callerOf({ id, ip, headers }: CalledRequest): Caller {
  return { address: ip ?? '', userAgent: headers['user-agent'] ?? '', requestId: id }
}
