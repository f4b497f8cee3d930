/** The input exceeds a limit of size: an expected failure, no bug. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError'
  readonly code = 'too_large'
}
