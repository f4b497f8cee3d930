import { RPC_CODES, RpcError } from './rpc-error.ts'

/** A request of JSON-RPC 2.0. */
export interface RpcRequest {
  readonly id: string | number
  readonly method: string
  readonly params: Members
}

type Members = Readonly<Record<string, unknown>>

/**
 * @param body a message as JSON
 * @returns the request; undefined for a notification or a response, which get no answer
 * @throws RpcError for a body that is no single message
 */
export function parseRpcMessage(body: string): RpcRequest | undefined {
  const message = parseJson(body)
  if (!isObject(message) || message['jsonrpc'] !== '2.0') throw invalidMessage()
  const { id, method, params = {} } = message
  if (typeof method !== 'string') return checkResponse(message)
  if (id === undefined) return undefined
  if ((typeof id !== 'string' && typeof id !== 'number') || !isObject(params)) throw invalidMessage()
  return { id, method, params }
}

function checkResponse(message: Members): undefined {
  if (!('result' in message) && !('error' in message)) throw invalidMessage()
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RpcError(RPC_CODES.parseError, 'The body is not valid JSON.', { status: 400 })
  }
}

const invalidMessage = (): RpcError =>
  new RpcError(RPC_CODES.invalidRequest, 'The body must be one message of JSON-RPC 2.0.', { status: 400 })
