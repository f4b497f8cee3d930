/**
 * Reads only one export of the module. An `import` would read all exports of `node:http`, including `WebSocket`, which
 * Node loads when it is first read. Loading it takes a tenth of the start-up time.
 */
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** @returns the standard reason phrase of an HTTP status, such as `Not Found`; undefined for an unknown status */
export function statusText(status: number): string | undefined {
  return STATUS_CODES[status]
}
