/**
 * Taken this way and not by `import`, because an import of `node:http` touches every export, among them browser
 * interfaces whose loading costs a tenth of the start.
 */
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** @returns the standard reason phrase of a status, or undefined if it is none (IANA registry, as Node has it) */
export function statusText(status: number): string | undefined {
  return STATUS_CODES[status]
}
