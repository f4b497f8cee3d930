/** The input exceeds a size limit. This error is expected and not a bug. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError'
  readonly code = 'too_large'
}
