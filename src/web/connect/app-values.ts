/** What a user enters in an app. */
export interface AppValues {
  readonly address: string
  readonly username: string
  /** an app password */
  readonly key: string
  /** id and secret of an API client; empty for apps that need none */
  readonly clientId: string
  readonly clientSecret: string
}
