/** An error in the arguments. The exit code is then 2, as in shells and most tools. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
