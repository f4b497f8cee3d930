/** Bytes that can be moved to another thread, with the block that moves. */
export interface MovableBytes {
  readonly bytes: Uint8Array
  readonly block: ArrayBuffer
}

/**
 * @returns the bytes in a block of their own: those that have one are moved and must not be used afterwards; those that
 *   share theirs, as small buffers and rows of PostgreSQL do, are copied, or all of the block would go with them
 */
export function movableBytes(bytes: Uint8Array): MovableBytes {
  const { buffer, byteLength } = bytes
  const block =
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? buffer : new Uint8Array(bytes).buffer
  return { bytes: new Uint8Array(block), block }
}
