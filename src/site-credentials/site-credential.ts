/** A user's account at a site, without its password. */
export interface SiteCredential {
  /** `example.com`, or `.example.com` to include all subdomains */
  readonly host: string
  /** undefined if it was encrypted with an earlier key of this installation and can no longer be read */
  readonly username: string | undefined
  /** ISO text in UTC */
  readonly createdAt: string
  readonly updatedAt: string
}
