/**
 * A program that makes a backup and is killed while it does so. Its argument is a `MortalTask` in JSON. It prints a `MortalResult`
 * if it is not killed.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import type { BackupSource } from '../../src/backup/make-backup.ts'
import type { ObjectsPlace } from '../../src/objects/open-objects.ts'

export interface MortalTask {
  readonly source: Omit<BackupSource, 'recordKey'>
  /** the key of the installation in hexadecimal */
  readonly recordKey: string
  readonly target: ObjectsPlace
  /** number of the file at whose storing the process is killed; each file is renamed when it is complete */
  readonly killedAt?: number
  /** true to be killed after the file has its name, false before */
  readonly isStored?: boolean
}

export interface MortalResult {
  readonly keptBytes: number
  readonly keptFiles: number
  readonly allBytes: number
  readonly allFiles: number
}

const { source, recordKey, target, killedAt, isStored }: MortalTask = JSON.parse(process.argv[2]!)
const rename = fs.rename.bind(fs)
let files = 0
fs.rename = async (from, to) => {
  const isLast = ++files === killedAt
  if (isLast && isStored) await rename(from, to)
  // The signal comes before this call returns, so nothing else is written.
  if (isLast) spawnSync('kill', ['-9', String(process.pid)])
  await rename(from, to)
}
syncBuiltinESMExports()
const { makeBackup } = await import('../../src/backup/make-backup.ts')
const { manifest, kept } = await makeBackup({ ...source, recordKey: Buffer.from(recordKey, 'hex') }, target)
const result: MortalResult = {
  keptBytes: kept.bytes,
  keptFiles: kept.files,
  allBytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
  allFiles: manifest.files.length,
}
console.log(JSON.stringify(result))
