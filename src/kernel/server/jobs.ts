import type pg from 'pg'
import { type Job, PgBoss } from 'pg-boss'
import type { Db, Tx } from './db.ts'
import { completing, jobSchema, storing } from './job-statements.ts'
import type { Log } from './log.ts'
import { later } from './round-trips.ts'
import type { Announce, AnnouncedEvent, Work } from './work.ts'

/** Mail, pushes, texts and payments wait for slow external servers, so each has its own queue. */
const queues = ['events', 'mail', 'push', 'text', 'gateway'] as const
type Queue = (typeof queues)[number]

export type Subscriber = {
  event: string
  name: string
  queue?: Queue
  /** Bulk events from the clock wait behind those that people wait for. */
  isBulk?: boolean
  handle(work: Work, data: Record<string, unknown>): Promise<void>
}

/**
 * Work that falls due by the clock. It must be safe to repeat, and returns how many rows it changed. It runs in one
 * transaction, in `batches` (again and again, each in its own transaction, until nothing is left), or in `none`.
 */
export type Sweep = {
  name: string
  cron: string
  transactions?: 'batches' | 'none'
  run(work: Work): Promise<number>
}

/**
 * A sweep that does one due row in each transaction. A row that fails is undone, logged, and left for the next run, so that
 * it doesn't hold up those behind it. A row that `waits` is committed as it is, isn't counted, and is left for the next run too.
 */
export type RowSweep = {
  name: string
  cron: string
  transactions: 'rows'
  /** Finds a due row, other than those left for the next run. */
  next(
    work: Work,
    left: readonly string[],
  ): Promise<{ id: string; run(): Promise<void> | Promise<'waits' | undefined> } | undefined>
}

/** If more rows than this fail in a run, something else is wrong, and the sweep fails. */
const mostFailedRows = 100

export function subscriber<Event extends AnnouncedEvent>(
  event: Event['name'],
  name: string,
  handle: (work: Work, data: Event['data']) => Promise<void>,
): Subscriber {
  return { event, name, handle }
}

const queueOf = (subscriber: Subscriber): Queue => subscriber.queue ?? 'events'
const batchSizes = { events: 50, mail: 10, push: 16, text: 8, gateway: 16 }
/** Concurrent deliveries of a batch. */
const lanes = { events: 1, mail: 1, push: 4, text: 4, gateway: 4 }

/** Milliseconds after a commit when the queues of its announcements are checked. Later commits until then share the check. */
const looksAfter = 20

/**
 * All sweeps share a queue: with one each, an idle process would ask the database ten times a second. Some take minutes,
 * so there are several workers.
 */
export const sweepQueue = 'sweeps'
const sweepWorkers = 4

/** `at`: the time of the event, in milliseconds with fractions. */
type Delivery = { subscriber: string; event: string; data: Record<string, unknown>; at: number }

type DueSweep = { sweep: string }

/** Returns the data and options of a sweep's job. Only one waits at a time. */
export const dueSweep = (sweep: string) => ({
  data: { sweep } satisfies DueSweep,
  options: { singletonKey: sweep, group: { id: sweep } },
})

/** Batches come in any order. */
const byTime = (a: Job<Delivery>, b: Job<Delivery>) => a.data.at - b.data.at

export type Jobs = {
  announceIn(db: Db): Announce
  deliverEvents(now?: Date): Promise<number>
  runSweep(name: string, now: Date): Promise<number>
  startWorking(): Promise<void>
  /** Stops taking jobs; work still running after `patienceMs` is given back, to be done elsewhere. */
  stop(patienceMs: number): Promise<void>
}

type JobOptions = {
  db: Db
  pool: pg.Pool
  log: Log
  subscribers: Subscriber[]
  sweeps: (Sweep | RowSweep)[]
  onJob?: (job: string, seconds: number, failed: boolean) => void
  pollingIntervalSeconds?: number
}

/**
 * Runs jobs on pg-boss in the same database. An event is a job row written in the transaction of its change, so neither
 * exists without the other. If it fails, nothing is left running.
 */
export async function openJobs(options: JobOptions): Promise<Jobs> {
  const { pool, log } = options
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
    schema: jobSchema,
    migrate: false,
    useListenNotify: false,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
  })
  boss.on('error', (error) => log.error({ error: error.message }, 'job queue error'))
  try {
    await boss.start()
    return await workOn(boss, options)
  } catch (error) {
    await boss.stop({ graceful: false, close: false })
    throw error
  }
}

async function workOn(boss: PgBoss, options: JobOptions): Promise<Jobs> {
  const { db, pool, log, subscribers, sweeps, pollingIntervalSeconds = 2 } = options
  const deliveries = {
    retryDelay: 2,
    retryBackoff: true,
    deleteAfterSeconds: 86_400,
  }
  // A killed process's jobs are delivered by another soon after; for mail, once the whole batch has timed out.
  // A push service that doesn't answer mustn't hold up those of others for long.
  const retries = { events: 10, mail: 10, push: 2, text: 4, gateway: 10 }
  const expiry = { events: 60, mail: 300, push: 300, text: 300, gateway: 300 }
  for (const queue of queues) {
    const policy = { ...deliveries, retryLimit: retries[queue], expireInSeconds: expiry[queue] }
    await boss.createQueue(queue, policy)
    // Existing queues keep their old settings otherwise.
    await boss.updateQueue(queue, policy)
  }
  const { rows } = await pool.query<{ name: string; table_name: string }>(
    `select name, table_name from ${jobSchema}.queue where name = any($1)`,
    [queues],
  )
  const tables = new Map(rows.map(({ name, table_name }) => [name, table_name]))
  await boss.createQueue(sweepQueue, { policy: 'short', deleteAfterSeconds: 86_400 })

  const workers = new Map<Queue, string>()
  const aboutToLook = new Set<Queue>()
  function lookSoon(queue: Queue): void {
    const worker = workers.get(queue)
    if (!worker || aboutToLook.has(queue)) return
    aboutToLook.add(queue)
    setTimeout(() => {
      aboutToLook.delete(queue)
      if (workers.has(queue)) boss.notifyWorker(worker)
    }, looksAfter).unref()
  }

  const announceIn =
    (within: Db): Announce =>
    async (event, data) => {
      const at = performance.timeOrigin + performance.now()
      const told = subscribers.filter((candidate) => candidate.event === event)
      const all = Array.isArray(data) ? data : [data]
      for (const queue of queues) {
        const jobs = told
          .filter((candidate) => queueOf(candidate) === queue)
          .flatMap((candidate) =>
            all.map((one) => ({
              priority: candidate.isBulk ? -1 : 0,
              data: { subscriber: candidate.name, event, data: one, at } satisfies Delivery,
            })),
          )
        if (jobs.length === 0) continue
        await later(within, storing(queue, tables.get(queue)!, jobs, event), () => lookSoon(queue))
      }
    }

  const inTransaction = <Result>(now: Date, run: (work: Work, tx: Tx) => Promise<Result>) =>
    db.transaction().execute((tx) => run({ db: tx, now, announce: announceIn(tx) }, tx))

  async function observed<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
    const started = performance.now()
    let failed = true
    try {
      const result = await run()
      failed = false
      return result
    } finally {
      options.onJob?.(name, (performance.now() - started) / 1000, failed)
    }
  }

  /**
   * Delivers each job in its own transaction, which also completes it: it takes effect once, or is retried and fails
   * alone. Sharing one would let two processes lock the same people in different orders.
   */
  async function deliver(queue: Queue, job: Job<Delivery>, now: Date): Promise<boolean> {
    const { subscriber: name, data } = job.data
    try {
      const target = subscribers.find((candidate) => candidate.name === name)
      if (!target) throw new Error(`No subscriber is called ${name}`)
      await observed(name, () =>
        inTransaction(now, async (work, tx) => {
          await target.handle(work, data)
          await later(tx, completing(queue, tables.get(queue)!, job.id))
        }),
      )
      return true
    } catch (error) {
      log.error({ subscriber: name, error: String(error) }, 'event not delivered')
      await boss.fail(queue, job.id, { message: String(error) })
      return false
    }
  }

  /** Delivers in the order of events; with several lanes, starts in that order. */
  async function deliverAll(
    queue: Queue,
    jobs: Job<Delivery>[],
    now: Date | undefined,
    onDelivered?: () => void,
  ): Promise<void> {
    const waiting = jobs.toSorted(byTime).values()
    const work = async () => {
      for (const job of waiting) if (await deliver(queue, job, now ?? new Date())) onDelivered?.()
    }
    await Promise.all(Array.from({ length: lanes[queue] }, work))
  }

  async function runSweep(name: string, now: Date): Promise<number> {
    try {
      const sweep = sweeps.find((candidate) => candidate.name === name)
      if (!sweep) throw new Error(`No sweep is called ${name}`)
      const changed = await observed(name, () =>
        sweep.transactions === 'rows' ? sweepRows(sweep, now) : sweepAll(sweep, now),
      )
      if (changed > 0) log.info({ sweep: name, changed }, 'sweep')
      return changed
    } catch (error) {
      log.error({ sweep: name, error: String(error) }, 'sweep failed')
      throw error
    }
  }

  async function sweepAll(sweep: Sweep, now: Date): Promise<number> {
    if (sweep.transactions === 'none') return sweep.run({ db, now, announce: announceIn(db) })
    let changed = 0
    for (;;) {
      const more = await inTransaction(now, (work) => sweep.run(work))
      changed += more
      if (sweep.transactions !== 'batches' || more === 0) return changed
    }
  }

  async function sweepRows({ name, next }: RowSweep, now: Date): Promise<number> {
    const left: string[] = []
    let failed = 0
    for (let changed = 0; ; ) {
      let id: string | undefined
      try {
        const result = await inTransaction(now, async (work) => {
          const row = await next(work, left)
          id = row?.id
          return row?.run()
        })
        if (!id) return changed
        if (result === 'waits') left.push(id)
        else changed += 1
      } catch (error) {
        if (!id || failed === mostFailedRows) throw error
        failed += 1
        left.push(id)
        log.error({ sweep: name, row: id, error: String(error) }, 'row set aside')
      }
    }
  }

  /** Also removes schedules of sweeps that an earlier version had. */
  async function scheduleSweeps(): Promise<void> {
    for (const { name, key } of await boss.getSchedules())
      if (name !== sweepQueue || !sweeps.some((sweep) => sweep.name === key)) await boss.unschedule(name, key)
    for (const { name, cron } of sweeps) {
      const { data, options } = dueSweep(name)
      await boss.schedule(sweepQueue, cron, data, { ...options, key: name })
    }
  }

  return {
    announceIn,
    runSweep,
    async deliverEvents(now = new Date()) {
      let delivered = 0
      for (;;) {
        let waiting = 0
        for (const queue of queues) {
          const jobs = await boss.fetch<Delivery>(queue, { batchSize: 50 })
          await deliverAll(queue, jobs, now, () => delivered++)
          waiting += jobs.length
        }
        if (waiting === 0) return delivered
      }
    },
    async startWorking() {
      for (const queue of queues) {
        // A full batch means there is more, which is taken at once.
        const options = {
          pollingIntervalSeconds,
          batchSize: batchSizes[queue],
          burstWhenBatchFull: true,
        }
        const worker = await boss.work<Delivery>(queue, options, async (jobs) => {
          await deliverAll(queue, jobs, undefined)
        })
        workers.set(queue, worker)
      }
      await scheduleSweeps()
      for (let count = 0; count < sweepWorkers; count++) {
        // A process doesn't start a sweep that it still runs.
        const options = { pollingIntervalSeconds, localGroupConcurrency: 1 }
        const worker = await boss.work<DueSweep>(sweepQueue, options, async ([job]) => {
          // Looks for the next one at once. `burstWhenBatchFull` only counts for more than one job at a time.
          boss.notifyWorker(worker)
          await runSweep(job!.data.sweep, new Date())
        })
      }
    },
    stop(patienceMs) {
      workers.clear()
      return boss.stop({ graceful: true, timeout: patienceMs, close: false })
    },
  }
}
