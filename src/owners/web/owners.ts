import { rpcFor } from '#/kernel/web/rpc.ts'
import type { ownersContract } from '#/owners/contract.ts'

export const owners = rpcFor<typeof ownersContract>('owners')
