import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** Collects metrics for Prometheus: request durations by route, the pool, jobs, and the process itself. */
export function createMetrics(pool: pg.Pool) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const jobs = new Histogram({
    name: 'job_duration_seconds',
    help: 'Time one job took',
    labelNames: ['job', 'outcome'],
    registers: [registry],
  })
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of the pool by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'total' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  const refusedWrites = new Counter({
    name: 'database_refused_writes_total',
    help: 'Statements that Postgres refused because it cannot write, although it still reads',
    labelNames: ['reason'],
    registers: [registry],
  })
  let countStreams = () => 0
  new Gauge({
    name: 'live_streams',
    help: 'Open streams that tell pages what changed',
    registers: [registry],
    collect() {
      this.set(countStreams())
    },
  })
  return {
    registry,
    liveStreams(count: () => number) {
      countStreams = count
    },
    refusedWrite: (reason: string) => refusedWrites.inc({ reason }),
    request: (labels: { method: string; route: string; status: number }, seconds: number) =>
      requests.observe(labels, seconds),
    job: (job: string, seconds: number, failed: boolean) =>
      jobs.observe({ job, outcome: failed ? 'failed' : 'done' }, seconds),
  }
}
