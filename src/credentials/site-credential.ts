/** What may be told of an account at a site: all but its password. */
export interface SiteCredential {
  /** `example.com`, or `.example.com` for it and every host below it */
  readonly host: string
  /** undefined when it was sealed with another key than the instance has now */
  readonly username: string | undefined
  /** ISO text in UTC */
  readonly createdAt: string
  readonly updatedAt: string
}
