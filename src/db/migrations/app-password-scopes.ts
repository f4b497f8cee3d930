/**
 * Adds the scopes and the expiry of app passwords, and the scopes of the tokens that were issued for them. Null means all
 * scopes, and no expiry, so existing app passwords and tokens keep their rights.
 */
export const appPasswordScopes = (): string => `
alter table app_password add column scopes text;
alter table app_password add column expires_at text;
alter table access_token add column scopes text;
alter table refresh_token add column scopes text;
`
