import type * as server from '../../../src/web/reader/article/load-code-highlighter.ts'

/** Code is not highlighted offline, because the grammars are larger than all other scripts together. */
export const loadHighlighter: typeof server.loadHighlighter = async () => undefined
