import { decryptionWith, type ByteStage } from './files/age-encryption.ts'
import { readManifest, verifyFiles, type BackupManifest } from './files/backup-manifest.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import { schemaLayout, type TableLayout } from './rows/table-layout.ts'

/** A backup whose files are verified. */
export interface OpenBackup {
  readonly store: ObjectStore
  readonly manifest: BackupManifest
  /** undefined if the caller has no key */
  readonly decrypt: ByteStage | undefined
  /** the tables of its schema, in the order in which they can be filled */
  readonly tables: readonly TableLayout[]
}

/**
 * Reads the manifest of a backup, and verifies the hashes of all files.
 * @param keyFile path of the file with the key of an encrypted backup
 * @throws AppError `invalid_input` if the backup is damaged or cannot be decrypted, `conflict` if a newer version made it
 */
export async function openBackup(store: ObjectStore, keyFile: string | undefined): Promise<OpenBackup> {
  const decrypt = keyFile === undefined ? undefined : await decryptionWith(keyFile)
  const manifest = await readManifest(store, decrypt)
  const { tables } = await schemaLayout(manifest.steps)
  await verifyFiles(store, manifest)
  return { store, manifest, decrypt, tables }
}
