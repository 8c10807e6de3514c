import { rpcFor } from '#/kernel/web/rpc.ts'
import type { sittingContract } from '#/sitting/contract.ts'

export const sitting = rpcFor<typeof sittingContract>('sitting')
