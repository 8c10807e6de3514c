import type { careContract } from '#/care/contract.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'

export const care = rpcFor<typeof careContract>('care')
