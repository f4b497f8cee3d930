import { isMainThread } from 'node:worker_threads'

/** Seconds that the process of a group of test files may take. The slowest takes about 200 on a busy machine. */
const SECONDS = 600

// `--test-timeout` ends a test, but not its process: a socket that a failed test left open would keep the whole
// run waiting forever.
if (isMainThread && process.env['NODE_TEST_CONTEXT'] !== undefined) {
  setTimeout(end, SECONDS * 1000).unref()
}

function end(): void {
  const [, file] = process.argv
  console.error(`${file} did not end within ${SECONDS} s. Still open: ${process.getActiveResourcesInfo().join(', ')}`)
  process.exit(1)
}
