import { writeFile } from 'node:fs/promises'
import { createKeyPair } from '../../backup/files/age-encryption.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Command } from '../command.ts'
import { loadSettingsAndWarn } from '../load-settings-and-warn.ts'

export const backupKeyCommand: Command = {
  about:
    'Writes a new secret key for backups to a file, in the format of age, and prints the public key. Backups that are\n' +
    'encrypted with the public key can only be restored with the file: keep it in another place.',
  operands: ['FILE'],
  options: {},
  run: async ({ io, operands }) => {
    loadSettingsAndWarn(io)
    const { identity, recipient } = await createKeyPair()
    const text = `# public key: ${recipient}\n${identity}\n`
    await writeFile(operands[0]!, text, { flag: 'wx', mode: 0o600, flush: true }).catch((error: Error) => {
      throw new AppError('unavailable', `the key cannot be written: ${error.message}`)
    })
    io.print(recipient)
    return 0
  },
}
