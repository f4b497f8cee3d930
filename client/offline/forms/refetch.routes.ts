import type * as server from '../../../src/web/reader/refetch.routes.ts'

/** Fetching pages, and the reports about it, are left to the server: without a network, these addresses lead nowhere. */
export const addRefetchRoutes: typeof server.addRefetchRoutes = () => {}
