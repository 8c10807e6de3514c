import type { appointmentsContract } from '#/appointments/contract.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'

export const appointments = rpcFor<typeof appointmentsContract>('appointments')
