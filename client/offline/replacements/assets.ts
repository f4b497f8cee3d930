import type * as server from '../../../src/web/assets/assets.ts'

/** Does not check that the asset exists: tests on the server do. */
export const assetHref: typeof server.assetHref = ({ hash }, name) => `/assets/${hash}/${name}`
