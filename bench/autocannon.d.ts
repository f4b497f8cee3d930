declare module 'autocannon' {
  interface Options {
    readonly url: string
    readonly method?: string
    readonly connections: number
    readonly duration: number
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string
  }
  interface Result {
    readonly duration: number
    readonly errors: number
    readonly requests: { readonly total: number }
    readonly latency: { readonly p50: number }
    readonly statusCodeStats?: Readonly<Record<string, { readonly count: number }>>
  }
  export default function autocannon(options: Options): Promise<Result>
}
