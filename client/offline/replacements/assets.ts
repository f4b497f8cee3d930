import type * as server from '../../../src/web/assets/assets.ts'

/** Does not check that the asset exists, because the tests of the server already do. */
export const assetHref: typeof server.assetHref = ({ hash }, name) => `/assets/${hash}/${name}`
