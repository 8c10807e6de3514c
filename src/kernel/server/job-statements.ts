import { CompiledQuery } from 'kysely'

/*
 * pg-boss's own statements for the two things that every event does, with only the columns that our jobs use: half the
 * time in Postgres. `job-statements.test.ts` compares their rows with those of pg-boss.
 */

export const jobSchema = 'jobs'

export type NewJob = { priority: number; data: object }

/** A missing queue silently takes nothing, so `expect_jobs` fails the transaction then. */
export function storing(queue: string, table: string, jobs: readonly NewJob[], event: string): CompiledQuery {
  const text = `
    with kept as (
      insert into ${jobSchema}.${table} (
        id, name, data, priority, start_after, created_on, keep_until, expire_seconds, deletion_seconds,
        retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds
      )
      select gen_random_uuid(), q.name, j.data, j.priority, now(), now(),
        now() + q.retention_seconds * interval '1s', q.expire_seconds, q.deletion_seconds,
        q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds
      from ${jobSchema}.queue q, unnest($2::jsonb[], $3::int[]) j (data, priority)
      where q.name = $1
      returning 1
    )
    select expect_jobs(count(*), $4, $5) from kept`
  return CompiledQuery.raw(text, [
    queue,
    jobs.map(({ data }) => JSON.stringify(data)),
    jobs.map(({ priority }) => priority),
    jobs.length,
    event,
  ])
}

/** Completes one job that a worker has taken. */
export function completing(queue: string, table: string, id: string): CompiledQuery {
  const text = `
    update ${jobSchema}.${table} set state = 'completed', completed_on = now()
    where name = $1 and id = $2 and state = 'active'`
  return CompiledQuery.raw(text, [queue, id])
}
