import type * as server from '../../../src/web/assets/assets.ts'

/** The server has tested that every asset of its pages exists. */
export const assetHref: typeof server.assetHref = ({ hash }, name) => `/assets/${hash}/${name}`
