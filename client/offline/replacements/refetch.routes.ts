import type * as server from '../../../src/web/reader/refetch.routes.ts'

/** Adds no routes: only the server fetches pages and accepts reports about them. */
export const addRefetchRoutes: typeof server.addRefetchRoutes = () => {}
