/** Who sends a request, as far as the request itself tells. */
export interface Caller {
  /** network address; empty where it is not known */
  readonly address: string
  /** as the browser or app says; anything may stand there */
  readonly userAgent?: string
  /** leads to the line of the request in the log */
  readonly requestId?: string
}

/** What is read of a request of the web framework. */
export interface CalledRequest {
  readonly id: string
  /** undefined once the other side has hung up */
  readonly ip: string | undefined
  readonly headers: { readonly 'user-agent'?: string | undefined }
}

/** @returns who sends the request. To be asked before anything is waited for: once they have hung up there is no address */
export function callerOf({ id, ip, headers }: CalledRequest): Caller {
  return { address: ip ?? '', userAgent: headers['user-agent'] ?? '', requestId: id }
}
