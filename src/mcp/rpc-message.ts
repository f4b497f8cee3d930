import { RPC_CODES, RpcError } from './rpc-error.ts'
import { isJsonObject, parseJson, type JsonObject } from '../kernel/json.ts'

/** A request of JSON-RPC 2.0. */
export interface RpcRequest {
  readonly id: string | number
  readonly method: string
  readonly params: JsonObject
}

/**
 * @param body a message as JSON
 * @returns the request; undefined for a notification or a response, which get no answer
 * @throws RpcError for a body that is no single message
 */
export function parseRpcMessage(body: string): RpcRequest | undefined {
  const message = parseJson(body)
  if (message === undefined) throw new RpcError(RPC_CODES.parseError, 'The body is not valid JSON.', { status: 400 })
  if (!isJsonObject(message) || message['jsonrpc'] !== '2.0') throw invalidMessage()
  const { id, method, params = {} } = message
  if (typeof method !== 'string') return checkResponse(message)
  if (id === undefined) return undefined
  if ((typeof id !== 'string' && typeof id !== 'number') || !isJsonObject(params)) throw invalidMessage()
  return { id, method, params }
}

function checkResponse(message: JsonObject): undefined {
  if (!('result' in message) && !('error' in message)) throw invalidMessage()
}

const invalidMessage = (): RpcError =>
  new RpcError(RPC_CODES.invalidRequest, 'The body must be one message of JSON-RPC 2.0.', { status: 400 })
