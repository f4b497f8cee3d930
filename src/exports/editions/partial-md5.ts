import { createHash } from 'node:crypto'

/** Number of bytes in a sample. */
const SAMPLE_BYTES = 1024

/**
 * Computes the hash by which KOReader recognizes a file (`util.partialMD5` in frontend/util.lua): the MD5 of samples at 0, 1024,
 * 4096, 16384 and so on, up to 1 GB. The first sample is at 0, because LuaJIT ignores the high bits of a shift by -2.
 * @returns 32 hexadecimal digits
 */
export function partialMd5(file: Uint8Array): string {
  const md5 = createHash('md5')
  for (let power = -1; power <= 10; power++) {
    const from = power < 0 ? 0 : SAMPLE_BYTES * 4 ** power
    if (from >= file.length) break
    md5.update(file.subarray(from, from + SAMPLE_BYTES))
  }
  return md5.digest('hex')
}
