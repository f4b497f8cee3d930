import module from 'node:module'
import { dirname } from 'node:path'

/**
 * @returns the environment variables for a worker thread. Those of the process are not passed on, because they contain
 *   secrets. Only the folder of the compile cache is passed on, if there is one. Without the cache, each thread would
 *   load the compiler that strips types, which takes 100 ms and the memory of a WebAssembly module.
 */
export function threadEnvironment(): Record<string, string> {
  const folder = module.getCompileCacheDir()
  // Node returns the folder of its own version. The variable must contain the parent folder.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
