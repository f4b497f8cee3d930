import { isMainThread } from 'node:worker_threads'

/**
 * Maximum number of seconds for the process of a group of test files. The slowest takes about 200 on a busy machine.
 * Random operations for `PARALLEL_SECONDS` on each of the two databases are additional.
 */
const SECONDS = 900 + 2 * Number(process.env['PARALLEL_SECONDS'] ?? 0)

// `--test-timeout` ends a test, but not its process. Without this timer, the whole run would wait forever if a failed
// test left a socket open.
if (isMainThread && process.env['NODE_TEST_CONTEXT'] !== undefined) {
  setTimeout(end, SECONDS * 1000).unref()
}

function end(): void {
  const [, file] = process.argv
  console.error(`${file} did not end within ${SECONDS} s. Still open: ${process.getActiveResourcesInfo().join(', ')}`)
  process.exit(1)
}
