import type * as server from '../../../src/web/reader/refetch.routes.ts'

/** Adds no routes: only the server can fetch pages and receive reports about them. */
export const addRefetchRoutes: typeof server.addRefetchRoutes = () => {}
