export interface SiteCredentialTable {
  user_id: number
  /** `example.com`, or `.example.com` to include all subdomains */
  host: string
  /** encrypted, see src/site-credentials/seal-credential.ts */
  username_sealed: Uint8Array
  password_sealed: Uint8Array
  created_at: string
  updated_at: string
}
