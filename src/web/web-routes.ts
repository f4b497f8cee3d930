import type { WebRequest } from './web-request.ts'
import type { WebResponse } from './web-response.ts'

/** Answers the requests of one route. It knows neither Fastify nor the service worker. */
export type WebHandler<Params = unknown> = (request: WebRequest<Params>) => WebResponse | Promise<WebResponse>

/** The variable segments of a path, such as `id` of `/view/:id`. */
export type PathParams<Path extends string> = Path extends `${string}/:${infer Segment}/${infer Rest}`
  ? Readonly<Record<ParamName<Segment>, string>> & PathParams<`/${Rest}`>
  : Path extends `${string}/:${infer Segment}`
    ? Readonly<Record<ParamName<Segment>, string>>
    : unknown

/** The name of a variable segment, without a pattern in parentheses that it must match. */
type ParamName<Segment extends string> = Segment extends `${infer Name}(${string}` ? Name : Segment

/**
 * Adds routes. The server passes them to Fastify (fastify-routes.ts), the service worker stores them in a table
 * (client/offline/route-table.ts).
 */
export interface WebRoutes {
  get<Path extends string>(path: Path, handler: WebHandler<PathParams<Path>>): void
  post<Path extends string>(path: Path, handler: WebHandler<PathParams<Path>>): void
}
