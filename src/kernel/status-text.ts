/**
 * `getBuiltinModule` returns the module, but does not import it. An import of `node:http` would load all its exports,
 * including browser APIs. That takes a tenth of the start-up time.
 */
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** @returns the standard reason phrase of an HTTP status, such as `Not Found`; undefined for an unknown status */
export function statusText(status: number): string | undefined {
  return STATUS_CODES[status]
}
