import { text } from 'node:stream/consumers'
import type { ObjectStore } from '../../objects/object-store.ts'
import type { ByteStage } from './age-encryption.ts'
import type { BackupFile } from './backup-manifest.ts'
import { listImages, readImageLine } from './image-files.ts'
import { PartWriter } from './part-files.ts'

/** A part with images, and their names. */
interface ImagePart {
  readonly file: BackupFile
  readonly names: readonly string[]
}

/**
 * The record of the image parts that an unfinished backup has completed. Images never change, so the next attempt keeps
 * them.
 */
interface ImageRecord {
  readonly parts: readonly ImagePart[]
  add(part: ImagePart): Promise<void>
  remove(): Promise<void>
}

const RECORD = 'images.record'

/**
 * Opens the record of an unfinished backup. If it was made for other recipients, or there is none, the files of the unfinished
 * backup are deleted.
 */
export async function openImageRecord(draft: ObjectStore, recipients: readonly string[]): Promise<ImageRecord> {
  const head = JSON.stringify(recipients)
  const stored = await draft.get(RECORD)
  const lines = stored ? (await text(stored.body)).split('\n').slice(0, -1) : []
  if (lines[0] !== head) {
    await deleteFiles(draft, '')
    lines.splice(0, lines.length, head)
  }
  const write = () => draft.put(RECORD, Buffer.from(`${lines.join('\n')}\n`))
  await write()
  return {
    parts: lines.slice(1).map((line) => JSON.parse(line) as ImagePart),
    add: async (part) => {
      lines.push(JSON.stringify(part))
      await write()
    },
    remove: () => draft.delete([RECORD]),
  }
}

/** Deletes the files of a backup whose paths begin with a prefix. */
export async function deleteFiles(store: ObjectStore, prefix: string): Promise<void> {
  const keys: string[] = []
  for await (const { key } of store.list(prefix)) keys.push(key)
  await store.delete(keys)
}

interface ImagesOptions {
  readonly encrypt: ByteStage | undefined
  readonly record: ImageRecord
}

interface BackedUpImages {
  readonly files: readonly BackupFile[]
  readonly count: number
  /** number of images from the record */
  readonly kept: number
  /** names of the images whose files are damaged */
  readonly damaged: readonly string[]
}

/** Writes all images that the record does not contain yet. */
export async function backUpImages(
  objects: ObjectStore,
  draft: ObjectStore,
  { encrypt, record }: ImagesOptions,
): Promise<BackedUpImages> {
  const kept = new Set(record.parts.flatMap(({ names }) => names))
  const writer = new PartWriter(draft, 'images/images', encrypt, record.parts.length)
  const files = record.parts.map(({ file }) => file)
  const damaged: string[] = []
  let [count, names]: [number, string[]] = [kept.size, []]
  const complete = async (file: BackupFile | undefined) => {
    if (!file) return
    await record.add({ file, names })
    files.push(file)
    names = []
  }
  for await (const name of listImages(objects)) {
    if (kept.has(name)) continue
    const line = await readImageLine(objects, name)
    if (line === 'damaged') damaged.push(name)
    if (line === undefined || line === 'damaged') continue
    count++
    names.push(name)
    await complete(await writer.write(line))
  }
  await complete(await writer.close())
  return { files, count, kept: kept.size, damaged }
}
