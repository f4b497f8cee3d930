import { open } from 'node:fs/promises'
import { AppError } from '../kernel/errors.ts'
import type { ByteSource } from './byte-source.ts'
import { MAX_FILE_BYTES } from './import-limits.ts'

/**
 * Opens a local file, calls `work` with it, and closes it.
 * @throws AppError `invalid_input` for an unreadable or empty file, `too_large` above 100 MB
 */
export async function withDiskFile<T>(path: string, work: (file: ByteSource) => Promise<T>): Promise<T> {
  const refuse = (cause: unknown) => {
    throw new AppError('invalid_input', `${path} cannot be read`, { cause })
  }
  const handle = await open(path).catch(refuse)
  try {
    const info = await handle.stat()
    if (!info.isFile()) throw new AppError('invalid_input', `${path} is not a file`)
    if (info.size === 0) throw new AppError('invalid_input', `${path} is empty`)
    if (info.size > MAX_FILE_BYTES) throw new AppError('too_large', `${path} is larger than 100 MB`)
    const read = async (offset: number, length: number) => {
      const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, offset)
      return buffer.subarray(0, bytesRead)
    }
    return await work({ size: info.size, read })
  } finally {
    await handle.close()
  }
}
