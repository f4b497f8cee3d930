/** An error of JSON-RPC 2.0, as the Model Context Protocol uses it. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  /** HTTP status of the response */
  readonly status: number
  readonly data: object | undefined

  constructor(code: number, message: string, { status = 200, data }: { status?: number; data?: object } = {}) {
    super(message)
    this.code = code
    this.status = status
    this.data = data
  }
}

/** Codes of JSON-RPC 2.0 (section 5.1), and of the protocol from 2026-07-28 on. */
export const RPC_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const

/** The token lacks the scope that a tool needs. */
export class MissingScope extends Error {
  override readonly name = 'MissingScope'
  readonly scope: string

  constructor(scope: string) {
    super(`The token lacks the scope "${scope}".`)
    this.scope = scope
  }
}
