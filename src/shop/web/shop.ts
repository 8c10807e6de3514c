import { rpcFor } from '#/kernel/web/rpc.ts'
import type { shopContract } from '#/shop/contract.ts'

export const shop = rpcFor<typeof shopContract>('shop')
