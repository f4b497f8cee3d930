import { objectsPlace, parsePlace } from '../../config/objects-place.ts'
import type { Settings } from '../../config/settings.ts'
import { moveBodiesToDatabase } from '../../entries/captures/capture-objects.ts'
import { copyObjects } from '../../objects/copy-objects.ts'
import type { ObjectStore } from '../../objects/object-store.ts'
import { formatPlace, openObjects, type ObjectsPlace } from '../../objects/open-objects.ts'
import type { CommandIo } from '../command-io.ts'
import type { Command } from '../command.ts'
import { loadSettingsAndWarn } from '../load-settings-and-warn.ts'
import { withDatabase } from '../with-database.ts'

export const objectsMoveCommand: Command = {
  about:
    'Copies all images and large captures from one place to another, and reads each copy again. A place is a data folder or\n' +
    's3://bucket/prefix. What is there already is skipped, so that the same command continues after an interruption.\n' +
    'Deletes nothing. Safe while the service is running: copy, change DOGEAR_OBJECTS, restart all processes, and copy once\n' +
    'more. The second copy to a folder moves captures to the database, where they are without a bucket.',
  operands: [],
  options: {
    to: { help: 'new place', value: 'PLACE', needed: '--to PLACE is required' },
    from: { help: 'old place; by default that of the settings', value: 'PLACE' },
  },
  run: async ({ io, options }) => {
    const { settings } = loadSettingsAndWarn(io)
    const [given, target] = [options.get('from'), options.get('to')!]
    const source = given === undefined ? objectsPlace(settings) : parsePlace(settings, given)
    const place = parsePlace(settings, target)
    const [from, to] = [openObjects(source), openObjects(place)]
    try {
      const damaged = await copyImages(io, from, to)
      const missing = source.kind === 'bucket' ? await moveCaptures(io, settings, { from, to, place }) : 0
      io.printError(nextStep(given, target, formatPlace(objectsPlace(settings))))
      return damaged + missing === 0 ? 0 : 1
    } finally {
      await Promise.all([from.close(), to.close()])
    }
  },
}

/** @returns number of damaged images */
async function copyImages(io: CommandIo, from: ObjectStore, to: ObjectStore): Promise<number> {
  const { copied, present, damaged } = await copyObjects('images', from, to)
  io.print(`${copied} images copied to ${to.description}, ${present} were there already`)
  for (const key of damaged) io.printError(`warning: ${key} is damaged and was not copied: fetch its article again`)
  return damaged.length
}

interface CaptureMove {
  readonly from: ObjectStore
  readonly to: ObjectStore
  readonly place: ObjectsPlace
}

/**
 * Copies captures from one bucket to another, or moves them to the database, unless the settings still name a bucket, to which
 * the service would move them again.
 * @returns number of captures that the bucket lacks
 */
async function moveCaptures(io: CommandIo, settings: Settings, { from, to, place }: CaptureMove): Promise<number> {
  if (place.kind === 'bucket') {
    const { copied, present } = await copyObjects('captures', from, to)
    io.print(`${copied} captures copied to ${to.description}, ${present} were there already`)
    return 0
  }
  if (settings.DOGEAR_OBJECTS) return 0
  const { moved, missing } = await withDatabase(settings, (database) =>
    moveBodiesToDatabase({ database, objects: from }),
  )
  io.print(`${moved} captures moved from ${from.description} to the database`)
  if (missing > 0) io.printError(`warning: ${from.description} lacks ${missing} captures`)
  return missing
}

/** @param from the place that was given; undefined for that of the settings, which `current` describes */
function nextStep(from: string | undefined, to: string, current: string): string {
  if (from !== undefined) return 'delete the images in the old place when no process uses it any more'
  const change = to.startsWith('s3:')
    ? `set DOGEAR_OBJECTS=${to}`
    : `remove DOGEAR_OBJECTS and set DOGEAR_DATA_DIR=${to}`
  return `next: ${change}, restart all processes, and run: dogear objects move --from ${current} --to ${to}`
}
