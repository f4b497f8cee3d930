/**
 * Loaded this way instead of by `import`, because an import of `node:http` touches every export, including browser
 * interfaces whose loading takes a tenth of the start-up time.
 */
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** @returns the standard reason phrase of a status, or undefined for an unknown status (IANA registry, from Node) */
export function statusText(status: number): string | undefined {
  return STATUS_CODES[status]
}
