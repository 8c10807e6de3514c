import { rpcFor } from '#/kernel/web/rpc.ts'
import type { petsContract } from '#/pets/contract.ts'

export const pets = rpcFor<typeof petsContract>('pets')
