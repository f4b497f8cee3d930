import type { Kysely, Transaction } from 'kysely'
import type {
  InstanceTable,
  UserQuotaTable,
  UserRevisionTable,
  UsersTable,
  SecurityEventTable,
} from './tables/account-tables.ts'
import type {
  AccessTokenTable,
  AuthorizationCodeTable,
  DeviceCodeTable,
  OauthClientTable,
  RefreshTokenTable,
  RegisteredAppTable,
} from './tables/oauth-tables.ts'
import type {
  SessionTable,
  AppPasswordTable,
  KoboDeviceTable,
  RecoveryCodeTable,
  SecondFactorTable,
  SignInStepTable,
} from './tables/sign-in-tables.ts'
import type { IdentityTable, LogoutTokenTable, ProviderRequestTable } from './tables/identity-tables.ts'
import type { PasskeyChallengeTable, PasskeyTable, RecoveryLinkTable } from './tables/passkey-tables.ts'
import type { CollectionEntryTable, CollectionTable } from './tables/collection-tables.ts'
import type {
  UserConfigTable,
  IgnoreOriginRuleTable,
  TaggingRuleTable,
  SiteRuleTable,
  SiteCredentialTable,
} from './tables/settings-tables.ts'
import type {
  AnnotationTable,
  CaptureBodyTable,
  DeletedObjectTable,
  CaptureTable,
  EntryAddressTable,
  EntryContentTable,
  EntryTable,
  EntryTagTable,
  RemovedMemberTable,
  TagTable,
  TombstoneTable,
  TrashedContentTable,
  TrashedEntryTable,
} from './tables/entry-tables.ts'
import type { ActivitySampleTable } from './tables/activity-tables.ts'
import type { UserActionEntryTable, UserActionTable } from './tables/action-tables.ts'
import type { EntryImageTable, ImageTable } from './tables/image-tables.ts'
import type {
  AssignedDocumentTable,
  DeletedHighlightTable,
  ImportChunkTable,
  ImportErrorTable,
  ImportPageTable,
  ImportTable,
  UnplacedAnnotationTable,
} from './tables/import-tables.ts'
import type { JobTable } from './tables/job-tables.ts'
import type { DeliveryEntryTable, DeliveryTable, DigestTable, MailAddressTable } from './tables/mail-tables.ts'
import type { EntryProgressTable, EpubEditionTable, KosyncPositionTable } from './tables/reading-position-tables.ts'
import type { StoredResponseTable, SyncOperationTable, TemporaryIdTable } from './tables/sync-tables.ts'

export interface Schema {
  instance: InstanceTable
  users: UsersTable
  user_config: UserConfigTable
  user_revision: UserRevisionTable
  user_quota: UserQuotaTable
  session: SessionTable
  registered_app: RegisteredAppTable
  oauth_client: OauthClientTable
  authorization_code: AuthorizationCodeTable
  device_code: DeviceCodeTable
  access_token: AccessTokenTable
  refresh_token: RefreshTokenTable
  entry: EntryTable
  entry_content: EntryContentTable
  entry_address: EntryAddressTable
  tag: TagTable
  entry_tag: EntryTagTable
  annotation: AnnotationTable
  entry_progress: EntryProgressTable
  epub_edition: EpubEditionTable
  kosync_position: KosyncPositionTable
  collection: CollectionTable
  collection_entry: CollectionEntryTable
  removed_member: RemovedMemberTable
  tombstone: TombstoneTable
  trashed_entry: TrashedEntryTable
  trashed_content: TrashedContentTable
  user_action: UserActionTable
  user_action_entry: UserActionEntryTable
  capture: CaptureTable
  capture_body: CaptureBodyTable
  deleted_object: DeletedObjectTable
  image: ImageTable
  entry_image: EntryImageTable
  site_rule: SiteRuleTable
  site_credential: SiteCredentialTable
  second_factor: SecondFactorTable
  recovery_code: RecoveryCodeTable
  app_password: AppPasswordTable
  kobo_device: KoboDeviceTable
  sign_in_step: SignInStepTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  recovery_link: RecoveryLinkTable
  identity: IdentityTable
  provider_request: ProviderRequestTable
  logout_token: LogoutTokenTable
  security_event: SecurityEventTable
  tagging_rule: TaggingRuleTable
  ignore_origin_rule: IgnoreOriginRuleTable
  import: ImportTable
  import_chunk: ImportChunkTable
  import_error: ImportErrorTable
  unplaced_annotation: UnplacedAnnotationTable
  deleted_highlight: DeletedHighlightTable
  assigned_document: AssignedDocumentTable
  import_page: ImportPageTable
  sync_operation: SyncOperationTable
  temporary_id: TemporaryIdTable
  stored_response: StoredResponseTable
  mail_address: MailAddressTable
  digest: DigestTable
  delivery: DeliveryTable
  delivery_entry: DeliveryEntryTable
  job: JobTable
  activity_sample: ActivitySampleTable
}

/** A read-only connection or a transaction. A function that takes it must not write. */
export type Db = Kysely<Schema>
/** A transaction. A function that must run in a transaction takes this type instead of `Db`. */
export type Tx = Transaction<Schema>
