/** The part of oidc-provider that the tests use; the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface GrantRecord {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  interface RequestContext {
    readonly oidc: {
      readonly provider: { readonly Grant: new (of: { clientId: string; accountId: string }) => GrantRecord }
      readonly client?: { readonly clientId: string }
      readonly session?: { readonly accountId?: string }
    }
  }

  export interface Configuration {
    readonly clients: readonly object[]
    readonly claims: object
    readonly cookies: object
    readonly features: object
    readonly jwks: object
    readonly fetch: (url: string, options: { readonly body?: URLSearchParams }) => Promise<Response>
    readonly findAccount: (context: unknown, id: string) => object
    readonly loadExistingGrant: (context: RequestContext) => Promise<GrantRecord>
  }

  export class Provider {
    constructor(issuer: string, configuration: Configuration)
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
  }
}
