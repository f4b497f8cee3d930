/** An error in the arguments of a command. The program then exits with code 2, as shells and most tools do. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
