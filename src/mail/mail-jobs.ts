import type { JobHandlers } from '../jobs/job-queue.ts'
import { runDigestJob, type RunDigestDeps } from './digests/run-digest.job.ts'
import { sendDeliveryJob, type SendDeliveryDeps } from './send-delivery.job.ts'

export type MailJobDeps = SendDeliveryDeps & RunDigestDeps

/** @returns the handlers of the jobs that send mail */
export function mailJobs(deps: MailJobDeps): Pick<JobHandlers, 'mail.send' | 'mail.digest'> {
  return { 'mail.send': sendDeliveryJob(deps), 'mail.digest': runDigestJob(deps) }
}
