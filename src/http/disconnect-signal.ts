import type { ServerResponse } from 'node:http'

/** @returns a signal that is aborted when the connection of a response closes */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => controller.abort())
  return controller.signal
}
