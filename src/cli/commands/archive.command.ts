import { writeLibraryFolder } from '../../exports/library-folder/write-library-folder.ts'
import { objectImageStore } from '../../images/object-image-store.ts'
import { openObjectStore } from '../../open-stores.ts'
import type { Command } from '../command.ts'
import { findUserOrRefuse } from '../find-user-or-refuse.ts'
import { loadSettingsAndWarn } from '../load-settings-and-warn.ts'
import { recordForOwner } from '../record-operator-event.ts'
import { withDatabase } from '../with-database.ts'

export const archiveCommand: Command = {
  about:
    'Writes all entries of an account to a new folder as HTML pages with their images, notes and highlights. Open its\n' +
    'index.html in any browser, now or in decades: the list and its search need neither a server nor a network.',
  operands: ['FOLDER'],
  options: { user: { help: 'account to write', value: 'NAME', needed: '--user NAME is required' } },
  run: async ({ io, operands, options }) => {
    const { settings } = loadSettingsAndWarn(io)
    const folder = operands[0]!
    const entries = await withDatabase(settings, async (database) => {
      const user = await findUserOrRefuse(database, options.get('user')!)
      await recordForOwner(database, { kind: 'export', userId: user.id })
      const images = objectImageStore(openObjectStore(settings))
      return writeLibraryFolder({ database, images }, user, folder)
    })
    io.print(entries === 1 ? `Wrote 1 entry to ${folder}.` : `Wrote ${entries} entries to ${folder}.`)
    return 0
  },
}
