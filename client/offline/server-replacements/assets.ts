import type * as server from '../../../src/web/assets/assets.ts'

/** Does not check that the asset exists. Tests of the server check that for all pages. */
export const assetHref: typeof server.assetHref = ({ hash }, name) => `/assets/${hash}/${name}`
