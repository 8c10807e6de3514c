import { rpcFor } from '#/kernel/web/rpc.ts'
import type { supportContract } from '#/support/contract.ts'

export const support = rpcFor<typeof supportContract>('support')
