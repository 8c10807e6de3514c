import { rpcFor } from '#/kernel/web/rpc.ts'
import type { trainingContract } from '#/training/contract.ts'

export const training = rpcFor<typeof trainingContract>('training')
