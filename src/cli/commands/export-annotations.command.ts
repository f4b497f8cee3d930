import { writeFile } from 'node:fs/promises'
import { COLORS } from '../../annotations/annotation-color.ts'
import { parseAnnotationFilter } from '../../annotations/annotation-filter.ts'
import { allAnnotationLister } from '../../annotations/list-all-annotations.ts'
import { entryLoader } from '../../entries/listing/load-entries.ts'
import {
  ANNOTATION_FORMATS,
  annotationFile,
  isAnnotationFormat,
  MAX_EXPORTED,
} from '../../exports/annotations/annotation-file.ts'
import type { Command } from '../command.ts'
import { findUserOrRefuse } from '../find-user-or-refuse.ts'
import { loadSettingsAndWarn } from '../load-settings-and-warn.ts'
import { recordForOwner } from '../record-operator-event.ts'
import { UsageError } from '../usage-error.ts'
import { withDatabase } from '../with-database.ts'

const FORMATS = Object.keys(ANNOTATION_FORMATS).join(', ')

/** Error messages for invalid filter values. The Annotations page ignores such values instead of refusing them. */
const INVALID_FILTER_MESSAGES = {
  color: `COLOR must be one of ${COLORS.join(', ')}`,
  from: '--from must be a day such as 2026-01-31',
  to: '--to must be a day such as 2026-01-31',
} as const

export const exportAnnotationsCommand: Command = {
  about:
    'Writes the annotations of an account to standard output, or to a file: as one Markdown file (md), as an archive\n' +
    'with one Markdown file and YAML front matter for each article (zip, only to a file), as CSV, as JSON, or as the\n' +
    'CSV file that Readwise imports. The options select annotations in the same way as the Annotations page.',
  operands: [],
  options: {
    user: { help: 'account to export from', value: 'NAME', needed: '--user NAME is required' },
    format: { help: `one of ${FORMATS}; md by default`, value: 'FORMAT' },
    output: { help: 'file to write to', value: 'FILE' },
    q: { help: 'words of the quote, the note or the title', value: 'WORDS' },
    color: { help: 'yellow, green, blue or pink', value: 'COLOR' },
    tag: { help: 'tag of the entry', value: 'TAG' },
    site: { help: 'host name of the entry', value: 'HOST' },
    from: { help: 'first day, in UTC', value: 'YYYY-MM-DD' },
    to: { help: 'last day, in UTC', value: 'YYYY-MM-DD' },
    order: { help: 'time (newest first) or place (by article)', value: 'ORDER' },
  },
  run: async ({ io, options }) => {
    const format = options.get('format') ?? 'md'
    const output = options.get('output')
    if (!isAnnotationFormat(format)) throw new UsageError(`FORMAT must be one of ${FORMATS}`)
    const given = Object.fromEntries(options)
    const filter = parseAnnotationFilter(given)
    for (const name of ['color', 'from', 'to'] as const) {
      if (given[name] !== undefined && filter[name] === undefined) throw new UsageError(INVALID_FILTER_MESSAGES[name])
    }
    if (!['time', 'place'].includes(given['order'] ?? 'time')) throw new UsageError('ORDER must be time or place')
    if (format === 'zip' && output === undefined) throw new UsageError('an archive needs --output FILE')
    const { settings } = loadSettingsAndWarn(io)
    const file = await withDatabase(settings, async (database) => {
      const owner = (await findUserOrRefuse(database, options.get('user')!)).id
      await recordForOwner(database, { kind: 'export', userId: owner })
      const list = allAnnotationLister({ database, loadEntries: entryLoader(database) })
      const annotations = await list(owner, filter, MAX_EXPORTED)
      return annotationFile(format, annotations, settings.DOGEAR_BASE_URL ?? '')
    })
    if (output === undefined) io.print(file.toString().trimEnd())
    else await writeFile(output, file)
    return 0
  },
}
