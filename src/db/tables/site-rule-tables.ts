export interface SiteRuleTable {
  user_id: number
  /** `example.com`, or `.example.com` for all its subdomains */
  host: string
  /** in the format of docs/site-rules.md */
  rules: string
  updated_at: string
}
