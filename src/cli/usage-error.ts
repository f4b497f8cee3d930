/** Something was typed that is no use of the program; the exit code is 2, as shells and most tools have it. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
