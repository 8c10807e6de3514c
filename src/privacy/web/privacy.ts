import { rpcFor } from '#/kernel/web/rpc.ts'
import type { privacyContract } from '../contract.ts'

export const privacy = rpcFor<typeof privacyContract>('privacy')
