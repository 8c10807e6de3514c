import type { accountsContract } from '#/accounts/contract.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'

export const accounts = rpcFor<typeof accountsContract>('accounts')
