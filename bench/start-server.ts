import { freePort } from './free-port.ts'
import { START_ENVIRONMENT, START_OPTIONS, startProcess, type RunningProcess } from './start-process.ts'

export interface RunningServer extends RunningProcess {
  /** address of the server, without a slash at the end */
  readonly base: string
}

/**
 * Starts the server as `npm start` does, but on a free port and without rate limits.
 * @param environment further environment variables
 * @param prefix words before the command, of a program that starts it
 */
export async function startServer(
  environment: Readonly<Record<string, string>>,
  prefix: readonly string[] = [],
): Promise<RunningServer> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const started = await startProcess({
    prefix,
    script: ['bin/dogear.js', 'serve'],
    nodeOptions: START_OPTIONS,
    environment: { ...START_ENVIRONMENT, DOGEAR_RATE_LIMITS: 'off', ...environment, PORT: String(port) },
    url: `${base}/healthz`,
  })
  return { ...started, base }
}
