import { objectsPlace, parsePlace } from '../../config/objects-place.ts'
import { copyImages } from '../../images/copy-images.ts'
import { formatPlace, openObjects } from '../../objects/open-objects.ts'
import type { Command } from '../command.ts'
import { loadSettingsAndWarn } from '../load-settings-and-warn.ts'

export const objectsMoveCommand: Command = {
  about:
    'Copies all images from one place to another, and reads each copy again. A place is a data folder or s3://bucket/prefix.\n' +
    'Images that are there already are skipped, so that the same command continues after an interruption. Deletes nothing.\n' +
    'Safe while the service is running: copy, change DOGEAR_OBJECTS, restart all processes, and copy once more.',
  operands: [],
  options: {
    to: { help: 'place for the images', value: 'PLACE', needed: '--to PLACE is required' },
    from: { help: 'place with the images; by default that of the settings', value: 'PLACE' },
  },
  run: async ({ io, options }) => {
    const { settings } = loadSettingsAndWarn(io)
    const [given, target] = [options.get('from'), options.get('to')!]
    const from = openObjects(given === undefined ? objectsPlace(settings) : parsePlace(settings, given))
    const to = openObjects(parsePlace(settings, target))
    try {
      const { copied, present, damaged } = await copyImages(from, to)
      io.print(`${copied} images copied to ${to.description}, ${present} were there already`)
      for (const key of damaged) io.printError(`warning: ${key} is damaged and was not copied: fetch its article again`)
      io.printError(nextStep(given, target, formatPlace(objectsPlace(settings))))
      return damaged.length === 0 ? 0 : 1
    } finally {
      await Promise.all([from.close(), to.close()])
    }
  },
}

/** @param from the place that was given; undefined for that of the settings, which `current` describes */
function nextStep(from: string | undefined, to: string, current: string): string {
  if (from !== undefined) return 'delete the images in the old place when no process uses it any more'
  const change = to.startsWith('s3:')
    ? `set DOGEAR_OBJECTS=${to}`
    : `remove DOGEAR_OBJECTS and set DOGEAR_DATA_DIR=${to}`
  return `next: ${change}, restart all processes, and run: dogear objects move --from ${current} --to ${to}`
}
