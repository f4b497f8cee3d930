import type { Settings } from '../../config/settings.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Command } from '../command.ts'
import { loadSettingsAndWarn } from '../load-settings-and-warn.ts'

/**
 * Time limit for the response in milliseconds. If it is exceeded, the command reports a failure. A ready server answers
 * `/readyz` within about a second.
 */
const TIMEOUT_MS = 5000

export const healthCommand: Command = {
  about:
    'Requests /readyz from the server on this machine and prints the result. Uses the same DOGEAR_HOST and PORT as\n' +
    '"dogear serve". Exits with 1 if the server is not ready or does not answer within 5 seconds.',
  operands: [],
  options: {},
  run: async ({ io }) => {
    const address = localAddress(loadSettingsAndWarn(io).settings)
    const problem = await findProblem(address)
    if (problem === undefined) io.print(`The server at ${address} is ready.`)
    else io.printError(`The server at ${address} ${problem}.`)
    return problem === undefined ? 0 : 1
  },
}

/**
 * @returns the address at which this machine can reach the server
 * @throws AppError `invalid_input` if the setting `PORT` is 0, which means any free port
 */
function localAddress({ DOGEAR_HOST: host, PORT: port }: Settings): string {
  if (port === 0) throw new AppError('invalid_input', 'PORT is 0, so the port of the server is unknown: set PORT')
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

/**
 * @returns the problem as the end of a sentence that begins with "The server at ADDRESS"; undefined if the server is
 *   ready
 */
async function findProblem(address: string): Promise<string | undefined> {
  try {
    const { status } = await fetch(`${address}/readyz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (status === 200) return undefined
    return status === 503 ? 'is not ready; see its log' : `responded with status ${status} instead of 200`
  } catch (error) {
    const { cause, message, name } = error as Error
    if (name === 'TimeoutError') return `did not answer within ${TIMEOUT_MS / 1000} seconds`
    return `does not answer: ${cause instanceof Error ? cause.message : message}`
  }
}
