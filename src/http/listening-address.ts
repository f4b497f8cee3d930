import { createServer, type AddressInfo } from 'node:net'
import { AppError } from '../kernel/errors.ts'

export interface ListeningAddress {
  /** IP address or host name */
  readonly host: string
  /** TCP port; 0 means any free port */
  readonly port: number
}

/**
 * Checks that the server can listen on an address, before the start of the server changes any data.
 * @returns the given port, or a free port if it is 0
 * @throws AppError `unavailable` whose message says what to do
 */
export async function findPort(address: ListeningAddress): Promise<number> {
  const server = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(address.port, address.host, resolve)
    })
  } catch (error) {
    throw explainListening(address, error)
  }
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/**
 * @param error an error from listening on the address
 * @returns an AppError `unavailable` that says what to do; the error itself if its code is unknown
 */
export function explainListening({ host, port }: ListeningAddress, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  const sentence = SENTENCES[code]?.(host, port)
  return sentence === undefined ? error : new AppError('unavailable', sentence, { cause: error })
}

const unknownHost = (host: string) =>
  `the host name ${host} is unknown: set DOGEAR_HOST to an address of this machine, or to 0.0.0.0 for all of them`

/** Messages that name the problem and what to do, by error code of Node's sockets and resolver. */
const SENTENCES: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `port ${port} of ${host} is in use: stop the program that listens there, or set PORT to another number`,
  EACCES: (host, port) => `port ${port} of ${host} is reserved: set PORT to a number above 1023`,
  EADDRNOTAVAIL: (host) =>
    `${host} is not an address of this machine: set DOGEAR_HOST to one, or to 0.0.0.0 for all of them`,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  EAFNOSUPPORT: (host) => `this machine does not support addresses such as ${host}: set DOGEAR_HOST to another address`,
}
