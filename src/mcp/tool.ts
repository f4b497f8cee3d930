import type { AppScope } from '../users/passwords/app-scopes.ts'
import type { Viewer } from '../oauth/authenticate.ts'

/** What a tool returns: data for programs, and text for the model. */
export interface ToolResult {
  /** must fit the output schema of the tool */
  readonly data: Readonly<Record<string, unknown>>
  /** text from a web page, which anyone may have written. It is marked as such; absent if there is none. */
  readonly foreignText?: string
}

/** A function that an assistant can call. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly scope: AppScope
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
  /** true if a second call with the same input changes nothing more */
  readonly isIdempotent?: boolean
  /**
   * @param input the arguments, which fit `inputSchema`
   * @throws AppError for input that the function refuses; its message is returned to the assistant
   */
  readonly run: (call: ToolCall) => Promise<ToolResult>
}

export interface ToolCall {
  readonly viewer: Viewer
  readonly input: ToolInput
  readonly requestId: string
}

/** The checked arguments of a call. */
export type ToolInput = Readonly<Record<string, unknown>>

/** The part of JSON Schema that the tools use. */
export type JsonSchema = Readonly<Record<string, unknown>> & {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, PropertySchema>>
  readonly required?: readonly string[]
}

export interface PropertySchema {
  readonly type: 'string' | 'integer' | 'boolean' | 'array' | 'object'
  readonly description?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly items?: PropertySchema | { readonly type: 'object' }
  readonly enum?: readonly string[]
  readonly default?: unknown
}
