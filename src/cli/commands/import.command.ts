import { basename } from 'node:path'
import type { Settings } from '../../config/settings.ts'
import { type FormatChoice, IMPORT_FORMATS, parseFormatName } from '../../imports/import-formats.ts'
import type { RunImportInlineInput } from '../../imports/run-import-inline.ts'
import type { Import, ImportError } from '../../imports/import.ts'
import type { JobLog } from '../../jobs/job-log.ts'
import { openJobs } from '../../jobs/open-jobs.ts'
import { systemClock } from '../../kernel/clock.ts'
import { openExtraction } from '../../open-extraction.ts'
import { parseTagLabels } from '../../tags/tag.ts'
import type { CommandIo } from '../command-io.ts'
import type { Command } from '../command.ts'
import { findUserOrRefuse } from '../find-user-or-refuse.ts'
import { loadSettingsAndWarn } from '../load-settings-and-warn.ts'
import { recordForOwner } from '../record-operator-event.ts'
import { UsageError } from '../usage-error.ts'
import { withDatabase } from '../with-database.ts'

export const importCommand: Command = {
  about:
    'Imports saved pages from the export file of another service. Pages that the account already has get what the\n' +
    'file adds: tags, notes, highlights and stars. Repeating an import changes nothing. The service fetches pages\n' +
    'without text in the background. Lists failed, skipped and merged rows at the end and prints the totals to\n' +
    'standard output. Exits with 1 if the file could not be read completely.\n' +
    `FORMAT is auto or one of\n${Object.keys(IMPORT_FORMATS).join(', ')}.`,
  operands: ['FORMAT', 'FILE'],
  options: {
    user: {
      help: 'account to import into',
      value: 'NAME',
      needed: '--user NAME is required',
    },
    'mark-read': { help: 'archive every entry' },
    'no-fetch': { help: 'do not fetch pages without text' },
    tag: { help: 'tags to add to every new entry, separated by commas', value: 'TAGS' },
  },
  run: async ({ io, operands, options }) => {
    const [name, path] = operands as [string, string]
    const format = parseFormatName(name)
    if (format === undefined)
      throw new UsageError(`FORMAT must be auto or one of ${Object.keys(IMPORT_FORMATS).join(', ')}`)
    const { settings } = loadSettingsAndWarn(io)
    const chosen = {
      isAllRead: options.has('mark-read'),
      isFetching: !options.has('no-fetch'),
      tags: parseTagLabels(options.get('tag')),
    }
    const about = { format, fileName: basename(path), options: chosen }
    const { job, errors } = await importFile(settings, io, { path, username: options.get('user')!, about })
    for (const { row, reason } of errors) io.printError(oneLine(`row ${row}: ${reason}`))
    const unlisted = job.failed + job.skipped + job.merged - errors.length
    if (unlisted > 0) io.printError(`${unlisted} more rows failed, were skipped or were merged`)
    if (job.failure !== null) io.printError(oneLine(job.failure))
    io.print(`${job.imported} imported, ${job.merged} merged, ${job.skipped} skipped, ${job.failed} failed`)
    return job.state === 'done' ? 0 : 1
  },
}

interface ImportRequest {
  readonly path: string
  readonly username: string
  readonly about: Omit<RunImportInlineInput, 'owner'> & { readonly format: FormatChoice }
}

async function importFile(
  settings: Settings,
  io: CommandIo,
  { path, username, about }: ImportRequest,
): Promise<{ readonly job: Import; readonly errors: readonly ImportError[] }> {
  const { runImportInline, withLocalFile } = await import('../../imports/run-import-inline.ts')
  const extraction = openExtraction(settings)
  const run = { signal: new AbortController().signal, onProgress: progressReporter(io) }
  try {
    return await withDatabase(settings, async (database) => {
      const owner = (await findUserOrRefuse(database, username)).id
      const { queue, signals } = openJobs(database, { slots: 1, log: NO_JOBS_RUN_HERE })
      await recordForOwner(database, { kind: 'import', userId: owner })
      const deps = { database, jobs: queue, clock: systemClock, clean: extraction.clean }
      return withLocalFile(path, (file) => runImportInline(deps, { owner, ...about }, file, run)).finally(() =>
        signals.close(),
      )
    })
  } finally {
    await extraction.stop()
  }
}

const PROGRESS_MS = 1000

/** @returns a function that prints the progress and the results of an import so far, at most once per `PROGRESS_MS` */
function progressReporter(io: CommandIo): (job: Import) => void {
  let next = performance.now() + PROGRESS_MS
  return ({ bytesRead, size, imported, merged, skipped, failed }) => {
    if (performance.now() < next) return
    next = performance.now() + PROGRESS_MS
    const share = Math.floor((bytesRead / Math.max(size, 1)) * 100)
    io.printError(`${share} %: ${imported} imported, ${merged} merged, ${skipped} skipped, ${failed} failed`)
  }
}

const NO_JOBS_RUN_HERE: JobLog = {
  jobFinished: () => undefined,
  jobFailed: () => undefined,
  jobDied: () => undefined,
  queueTroubled: () => undefined,
}

/** Replaces control characters and line breaks, because failure reasons quote text from the untrusted file. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ')
}
