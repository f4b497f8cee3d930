import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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
 * Opens the record in the folder of an unfinished backup. If it was made for other recipients, or there is none, the
 * folder is emptied.
 */
export async function openImageRecord(draft: string, recipients: readonly string[]): Promise<ImageRecord> {
  const path = join(draft, RECORD)
  const head = JSON.stringify(recipients)
  // The line of a part that was being recorded when the process was killed may be incomplete.
  const [first, ...lines] = (await readFile(path, 'utf8').catch(() => '')).split('\n').slice(0, -1)
  if (first !== head) {
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { recursive: true, mode: 0o700 })
    await writeFile(path, `${head}\n`, { mode: 0o600 })
  }
  return {
    parts: first === head ? lines.map((line) => JSON.parse(line) as ImagePart) : [],
    add: (part) => appendFile(path, `${JSON.stringify(part)}\n`, { flush: true }),
    remove: () => rm(path),
  }
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
  dataFolder: string,
  draft: string,
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
  for (const name of await listImages(dataFolder)) {
    if (kept.has(name)) continue
    const line = await readImageLine(dataFolder, name)
    if (line === 'damaged') damaged.push(name)
    if (line === undefined || line === 'damaged') continue
    count++
    names.push(name)
    await complete(await writer.write(line))
  }
  await complete(await writer.close())
  return { files, count, kept: kept.size, damaged }
}
