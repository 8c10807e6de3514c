import { rpcFor } from '#/kernel/web/rpc.ts'
import type { privacyContract } from '#/privacy/contract.ts'

export const privacy = rpcFor<typeof privacyContract>('privacy')
