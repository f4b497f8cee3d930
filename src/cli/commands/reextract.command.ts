import { loadInstanceKey } from '../../config/instance-key.ts'
import { updateRanges } from '../../annotations/update-ranges.ts'
import { rulesForPageFinder } from '../../entries/site-rules/find-rules-for-page.ts'
import { imageEnqueuer } from '../../entries/enqueue-images.ts'
import { reextractAll } from '../../entries/reextraction/reextract-entry.ts'
import { openJobs } from '../../jobs/open-jobs.ts'
import type { JobLog } from '../../jobs/job-log.ts'
import { systemClock } from '../../kernel/clock.ts'
import { openExtraction } from '../../open-extraction.ts'
import { objectImageStore } from '../../images/object-image-store.ts'
import { openObjectStore, openPictures } from '../../open-stores.ts'
import type { Command } from '../command.ts'
import { findUserOrRefuse } from '../find-user-or-refuse.ts'
import { loadSettingsAndWarn } from '../load-settings-and-warn.ts'
import { parseFormat } from '../parse-format.ts'
import { ReextractionReport } from '../reextraction-report.ts'
import { withDatabase } from '../with-database.ts'
import { UsageError } from '../usage-error.ts'

/** Default of `--list`. */
const MAX_LISTED = 1000

export const reextractCommand: Command = {
  about:
    'Extracts saved pages again from their stored server responses if another version of the extractor produced the\n' +
    'current text. Does not use the network. Never replaces a better text with a worse one, and never changes content\n' +
    'supplied by a client. Annotations stay on their words.\n\n' +
    'Prints one line for each entry whose text changes or is kept because it is better: result, id, address, word\n' +
    'counts before and after, the parts that were gained (+) and lost (-), both titles if they differ, and the reason\n' +
    'for keeping a text. Parts are paragraphs, headings, list items, pictures, tables, code blocks, quotations, links,\n' +
    'and characters (letters and digits). Prints the totals of all entries at the end.',
  operands: [],
  options: {
    host: { help: 'limit to pages of this host', value: 'H' },
    user: { help: 'limit to entries of this account', value: 'U' },
    'dry-run': { help: 'print the changes without making them' },
    force: { help: 'include texts extracted by the current version' },
    list: { help: 'maximum number of entries to print; the totals include all; default: 1000', value: 'N' },
    format: { help: 'text, or json for one object per line; default: text', value: 'FORMAT' },
  },
  run: async ({ io, options }) => {
    const format = parseFormat(options.get('format'), ['text', 'json'])
    const report = new ReextractionReport(io.print, format, parseCount('list', options.get('list'), MAX_LISTED))
    const { settings } = loadSettingsAndWarn(io)
    const extraction = openExtraction(settings)
    try {
      const totals = await withDatabase(settings, async (database) => {
        const name = options.get('user')
        const owner = name === undefined ? undefined : (await findUserOrRefuse(database, name)).id
        const host = options.get('host')?.toLowerCase()
        const { queue, signals } = openJobs(database, { slots: 1, log: NO_JOBS_RUN_HERE })
        const enqueueImages = settings.DOGEAR_IMAGES ? imageEnqueuer(queue) : undefined
        const instanceKey = loadInstanceKey(settings.DOGEAR_DATA_DIR, settings.DOGEAR_SECRET)
        const objects = openObjectStore(settings)
        const store = objectImageStore(objects)
        const pictures = openPictures(settings, { database, clock: systemClock, store, instanceKey })
        const findRules = rulesForPageFinder(database, settings.DOGEAR_SITE_RULES_DIR)
        const deps = {
          database,
          objects,
          extraction,
          clock: systemClock,
          findRules,
          updateRanges,
          ...(enqueueImages && { enqueueImages }),
          ...(pictures && { pictures }),
        }
        const choice = {
          ...(owner !== undefined && { owner }),
          ...(host !== undefined && { host }),
          isDryRun: options.has('dry-run'),
          isForced: options.has('force'),
          atOnce: settings.DOGEAR_EXTRACTION_WORKERS,
        }
        return reextractAll(deps, choice, (entry) => report.addEntry(entry)).finally(() => signals.close())
      })
      report.end(totals)
      return 0
    } finally {
      await extraction.stop()
    }
  },
}

const NO_JOBS_RUN_HERE: JobLog = {
  jobFinished: () => undefined,
  jobFailed: () => undefined,
  jobDied: () => undefined,
  queueTroubled: () => undefined,
}

/**
 * @param name name of the option, for the error message
 * @param given the value of the option; undefined selects the fallback
 * @returns a whole number from 0 to 999,999,999
 * @throws UsageError if the value is not such a number
 */
function parseCount(name: string, given: string | undefined, fallback: number): number {
  if (given === undefined) return fallback
  if (!/^\d{1,9}$/.test(given)) throw new UsageError(`--${name} must be a whole number`)
  return Number(given)
}
