import type { McpServer } from './protocol.ts'
import { readingTools, type ReadingToolsDeps } from './reading-tools.ts'
import { writingTools, type WritingToolsDeps } from './writing-tools.ts'

export interface McpServerDeps extends ReadingToolsDeps, WritingToolsDeps {
  /** Dogear's version */
  readonly version: string
}

/** @returns the server with its tools */
export function openMcpServer(deps: McpServerDeps): McpServer {
  return { tools: [...readingTools(deps), ...writingTools(deps)], version: deps.version }
}

export { answerRequest } from './protocol.ts'
