import { promisify } from 'node:util'
import yauzl from 'yauzl'

/**
 * Reads an archive as other programs read it: by its central directory.
 * @param isRead chooses the members whose bytes are read; those of others are empty
 * @returns the bytes of the members by their names
 */
export async function readArchive(
  path: string,
  isRead: (name: string) => boolean = () => true,
): Promise<ReadonlyMap<string, Buffer>> {
  const members = new Map<string, Buffer>()
  const open = promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open)
  const zip = await open(path, { lazyEntries: true, autoClose: false })
  const take = async (entry: yauzl.Entry): Promise<void> => {
    members.set(entry.fileName, await readMember(zip, isRead(entry.fileName) ? entry : undefined))
    zip.readEntry()
  }
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', resolve)
    zip.on('entry', (entry: yauzl.Entry) => void take(entry).catch(reject))
    zip.readEntry()
  })
  zip.close()
  return members
}

async function readMember(zip: yauzl.ZipFile, entry: yauzl.Entry | undefined): Promise<Buffer> {
  if (!entry) return Buffer.alloc(0)
  const stream = await promisify(zip.openReadStream.bind(zip) as OpenStream)(entry)
  const pieces: Buffer[] = []
  for await (const piece of stream as AsyncIterable<Buffer>) pieces.push(piece)
  return Buffer.concat(pieces)
}

type OpenStream = (entry: yauzl.Entry, callback: (error: Error | null, stream: NodeJS.ReadableStream) => void) => void
