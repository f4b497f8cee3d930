import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { databaseLocation } from '../../../config/database-location.ts'
import { exportAccount } from '../../../exports/account/export-account.ts'
import { exportThreads } from '../../../exports/export-threads.ts'
import { objectImageStore } from '../../../images/object-image-store.ts'
import { AppError } from '../../../kernel/errors.ts'
import { openObjectStore } from '../../../open-stores.ts'
import type { Command } from '../../command.ts'
import { findUserOrRefuse } from '../../find-user-or-refuse.ts'
import { loadSettingsAndWarn } from '../../load-settings-and-warn.ts'
import { recordForOwner } from '../../record-operator-event.ts'
import { withDatabase } from '../../with-database.ts'

export const userExportCommand: Command = {
  about:
    'Writes everything that an account has to a ZIP archive: its entries as JSON, its rows in all other tables, the original\n' +
    'pages and the images. Passwords, keys and other secrets are left out; README.txt in the archive explains it. The name of\n' +
    'the file ends in ".partial" until it is complete. Safe while the service is running. A file that exists is replaced.',
  operands: ['NAME'],
  options: { output: { help: 'file to write to', value: 'FILE', needed: '--output FILE is required' } },
  run: async ({ io, operands, options }) => {
    const { settings } = loadSettingsAndWarn(io)
    const output = options.get('output')!
    const [objects, threads] = [openObjectStore(settings), exportThreads()]
    try {
      await withDatabase(settings, async (database) => {
        const { id } = await findUserOrRefuse(database, operands[0]!)
        await recordForOwner(database, { kind: 'export', userId: id })
        const location = databaseLocation(settings)
        const deps = { database, location, objects, images: objectImageStore(objects), exportThreads: threads }
        await writeCompleteFile(output, exportAccount(deps, id))
      })
    } finally {
      await Promise.all([threads.stop(), objects.close()])
    }
    io.print(`Wrote the account ${operands[0]} to ${output}.`)
    return 0
  },
}

/**
 * Writes a file that only its owner can read, and that has its name only when it is complete.
 * @throws AppError `unavailable` if it cannot be written
 */
async function writeCompleteFile(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const draft = `${path}.partial`
  try {
    await rm(draft, { force: true })
    await pipeline(bytes, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    const { syscall, message } = error as NodeJS.ErrnoException
    if (syscall === undefined || syscall === 'connect') throw error
    throw new AppError('unavailable', `${path} cannot be written: ${message}`, { cause: error })
  }
}
