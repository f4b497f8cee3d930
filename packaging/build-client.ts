import { clientFiles } from '../src/web/assets/client-files.ts'

/** Bundles the browser's scripts into `built/client.json`, so that an installation needs no bundler. */
await clientFiles()
