import type { ObjectStore } from '../../objects/object-store.ts'
import type { ByteStage } from './age-encryption.ts'
import type { BackupFile } from './backup-manifest.ts'
import type { BackupRecord } from './backup-record.ts'
import { listImages, readImageLine } from './image-files.ts'
import { PartWriter } from './part-files.ts'

interface ImagesOptions {
  readonly encrypt: ByteStage | undefined
  readonly record: BackupRecord
}

interface BackedUpImages {
  readonly files: readonly BackupFile[]
  readonly count: number
  /** the files that an interrupted backup has written, and the number of their images */
  readonly kept: readonly BackupFile[]
  readonly keptCount: number
  /** names of the images whose files are damaged */
  readonly damaged: readonly string[]
}

const NAME = 'images/images'

/** Writes all images that an interrupted backup has not written yet. Images never change. */
export async function backUpImages(
  objects: ObjectStore,
  draft: ObjectStore,
  { encrypt, record }: ImagesOptions,
): Promise<BackedUpImages> {
  const recorded = record.images()
  const keptNames = new Set(recorded.flatMap(({ names }) => names))
  const kept = recorded.flatMap(({ files }) => files)
  const writer = new PartWriter(draft, NAME, encrypt, record.lastNumber(NAME))
  const files = [...kept]
  const damaged: string[] = []
  let [count, names]: [number, string[]] = [keptNames.size, []]
  const complete = async (file: BackupFile | undefined) => {
    if (!file) return
    await record.add({ names, files: [file] })
    files.push(file)
    names = []
  }
  for await (const name of listImages(objects)) {
    if (keptNames.has(name)) continue
    const line = await readImageLine(objects, name)
    if (line === 'damaged') damaged.push(name)
    if (line === undefined || line === 'damaged') continue
    count++
    names.push(name)
    await complete(await writer.write(line))
  }
  await complete(await writer.close())
  return { files, count, kept, keptCount: keptNames.size, damaged }
}
