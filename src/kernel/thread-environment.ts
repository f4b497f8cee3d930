import module from 'node:module'
import { dirname } from 'node:path'

/**
 * @returns the environment variables of a worker thread: none of the process's own, which contain secrets, but the
 *   compile cache if there is one. Without it each thread would load the compiler that strips types, which takes 100 ms
 *   and the memory of a WebAssembly module
 */
export function threadEnvironment(): Record<string, string> {
  const folder = module.getCompileCacheDir()
  // The folder of this version of Node inside the one that the variable names.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
