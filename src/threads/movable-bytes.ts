/** Bytes that can be transferred to another thread, with their buffer. */
export interface MovableBytes {
  readonly bytes: Uint8Array
  readonly block: ArrayBuffer
}

/**
 * @returns the bytes in a buffer of their own: bytes with their own buffer are transferred and must not be used
 *   afterwards; bytes in a shared buffer, such as small buffers and rows of PostgreSQL, are copied, because the whole
 *   buffer would be transferred
 */
export function movableBytes(bytes: Uint8Array): MovableBytes {
  const { buffer, byteLength } = bytes
  const block =
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? buffer : new Uint8Array(bytes).buffer
  return { bytes: new Uint8Array(block), block }
}
