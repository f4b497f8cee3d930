import { createRequire } from 'node:module'
import type { FastifyBaseLogger } from 'fastify'
import type { Logger, pino as Pino, LevelWithSilent } from 'pino'
import type { Settings } from '../config/settings.ts'
import { LogOutput } from './log-output.ts'
import { strikeOutSecrets } from './strike-out-secrets.ts'

/** Log levels in pino's order, from least to most severe. */
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const

/**
 * Opens the log, which writes JSON lines to standard error. Fatal lines are written synchronously, all others in the
 * background. Fields whose names suggest a secret are redacted. This is only a safeguard, because no line should
 * contain a secret.
 */
export function openLog({ DOGEAR_LOG_LEVEL: level }: Pick<Settings, 'DOGEAR_LOG_LEVEL'>): FastifyBaseLogger {
  return lazyLog(level, () => openPino(level))
}

function openPino(level: string): Logger {
  const { pino } = createRequire(import.meta.url)('pino') as { readonly pino: typeof Pino }
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { log: strikeOutSecrets },
      serializers: { err: (error: Error) => strikeOutSecrets(pino.stdSerializers.err(error)) },
    },
    openOutput(),
  )
}

/** The number that pino uses for `warn`. */
const WARN_LEVEL = 40

function openOutput(): LogOutput {
  // Accessing `process.stderr` makes Node switch pipes and sockets to non-blocking mode. A write to a stalled reader
  // then fails instead of blocking.
  void process.stderr
  const output = new LogOutput(2, (dropped) => {
    const line = {
      level: WARN_LEVEL,
      time: new Date().toISOString(),
      pid: process.pid,
      dropped,
      msg: 'log lines dropped',
    }
    return `${JSON.stringify(line)}\n`
  })
  process.on('exit', () => output.flushSync())
  return output
}

type Level = (typeof LEVELS)[number]

/**
 * @param level the log drops lines below this level
 * @param open creates the log of pino
 * @returns a log that loads pino when it writes the first line, so that the process starts faster
 */
function lazyLog(level: LevelWithSilent, open: () => Logger): FastifyBaseLogger {
  let opened: Logger | undefined
  const least = level === 'silent' ? LEVELS.length : LEVELS.indexOf(level as Level)
  const method =
    (name: Level) =>
    (...line: readonly unknown[]): void => {
      if (LEVELS.indexOf(name) < least) return
      opened ??= open()
      opened[name](...(line as Parameters<Logger['info']>))
    }
  const log: FastifyBaseLogger = {
    level,
    ...(Object.fromEntries(LEVELS.map((name) => [name, method(name)])) as Record<Level, Logger['info']>),
    silent: () => undefined,
    child: () => log,
  }
  return log
}
