import { rpcFor } from '#/kernel/web/rpc.ts'
import type { stylingContract } from '#/styling/contract.ts'

export const styling = rpcFor<typeof stylingContract>('styling')
