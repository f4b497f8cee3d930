import { createRequire } from 'node:module'
import type { FastifyBaseLogger } from 'fastify'
import type { Logger, pino as Pino } from 'pino'
import type { Settings } from '../config/settings.ts'
import { LogOutput } from './log-output.ts'
import { lateLog } from './late-log.ts'

/**
 * JSON lines on standard error, written in the background; fatal ones at once. Names that hold secrets are struck out wherever they stand, as a second net: no line
 * is meant to hold one.
 */
export function openLog({ DOGEAR_LOG_LEVEL: level }: Pick<Settings, 'DOGEAR_LOG_LEVEL'>): FastifyBaseLogger {
  return lateLog(level, () => openPino(level))
}

function openPino(level: string): Logger {
  const { pino } = createRequire(import.meta.url)('pino') as { readonly pino: typeof Pino }
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[struck out]' },
    },
    openOutput(),
  )
}

/** pino's number for `warn`. */
const WARN = 40

function openOutput(): LogOutput {
  // Makes pipes and sockets non-blocking, as for every program of Node that writes to standard error.
  void process.stderr
  const output = new LogOutput(2, (dropped) => {
    const line = { level: WARN, time: new Date().toISOString(), pid: process.pid, dropped, msg: 'log lines dropped' }
    return `${JSON.stringify(line)}\n`
  })
  process.on('exit', () => output.flushSync())
  return output
}

const SECRETS = [
  'password',
  'token',
  'access_token',
  'refresh_token',
  'client_secret',
  'accessToken',
  'refreshToken',
  'authorization',
  'cookie',
]
