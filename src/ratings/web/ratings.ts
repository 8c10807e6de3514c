import { rpcFor } from '#/kernel/web/rpc.ts'
import type { ratingsContract } from '#/ratings/contract.ts'

export const ratings = rpcFor<typeof ratingsContract>('ratings')
