import module from 'node:module'
import { dirname } from 'node:path'

/**
 * @returns the environment variables for a worker thread. The variables of the process contain secrets, so they are not
 *   passed on. Only the folder of the compile cache is passed on, if there is one. Without this cache, each thread
 *   would load the compiler that strips types. That takes 100 ms, and the memory of a WebAssembly module.
 */
export function threadEnvironment(): Record<string, string> {
  const folder = module.getCompileCacheDir()
  // `getCompileCacheDir` returns the folder for this version of Node. The variable must contain its parent folder.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
