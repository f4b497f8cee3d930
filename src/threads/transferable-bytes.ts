/** Bytes whose buffer can be transferred to another thread. */
interface TransferableBytes {
  readonly bytes: Uint8Array
  readonly block: ArrayBuffer
}

/**
 * Prepares bytes for a transfer, which always moves a whole buffer. If the bytes fill their buffer, the buffer itself
 * is moved, and the caller can no longer use the bytes. Otherwise, for example for rows from PostgreSQL, the bytes are
 * copied.
 */
export function transferableBytes(bytes: Uint8Array): TransferableBytes {
  const { buffer, byteLength } = bytes
  const block =
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? buffer : new Uint8Array(bytes).buffer
  return { bytes: new Uint8Array(block), block }
}
