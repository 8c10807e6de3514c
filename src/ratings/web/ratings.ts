import { reloadAppointments } from '#/appointments/web/index.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'
import type { ratingsContract } from '#/ratings/contract.ts'

export const ratings = rpcFor<typeof ratingsContract>('ratings')

/** Reloads the cards that show a rating, and every list of reviews. */
export const reloadRatings = () =>
  Promise.all([
    reloadAppointments(),
    queryClient.invalidateQueries({ queryKey: ratings.query.reviews.key() }),
  ])
