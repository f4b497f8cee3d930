import { bundleClient } from './bundle-client.ts'

/**
 * Program that bundles the browser's scripts and writes them to standard output as JSON. The bundler's memory is freed
 * when this process ends. The only argument is the folder that contains `client` and `src`.
 */
process.stdout.write(JSON.stringify(await bundleClient(process.argv[2]!)))
