import type { FastifyBaseLogger } from 'fastify'
import type { LevelWithSilent, Logger } from 'pino'

/** From least to most severe, as pino counts them. */
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
type Level = (typeof LEVELS)[number]

/**
 * A log whose library is loaded with the first line that is written: a start that has nothing to say is sooner there.
 * @param level lines below it are dropped
 * @param open makes the log itself
 */
export function lateLog(level: LevelWithSilent, open: () => Logger): FastifyBaseLogger {
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
