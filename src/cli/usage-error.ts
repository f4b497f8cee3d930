/** Wrong usage of the program; the exit code is 2, as in shells and most tools. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
