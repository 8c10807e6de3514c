import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWrite } from '#/kernel/web/write.ts'
import type { NotificationType } from '../notification-types.ts'
import type { Channel } from '../rules.ts'
import { notifications } from './notifications.ts'

type Choosing = { type: NotificationType; channel: Channel; isWanted: boolean }

/**
 * What one wants to be told of. A choice is saved at once, one after another, and what the boxes show meanwhile is what
 * was just chosen; `failed` is whether the last one was taken back.
 */
export function useChoices() {
  const client = useQueryClient()
  const options = notifications.query.choices.queryOptions()
  const { queryKey } = options
  const query = useQuery(options)
  const { mutate, isPending, isError, isSuccess, variables } = useWrite(
    ({ type, channel, isWanted }: Choosing, call) =>
      notifications.call.choose({ type, channel, isWanted }, call),
    {
      onSuccess: (_done, { type, channel, isWanted }) =>
        client.setQueryData(
          queryKey,
          (data) =>
            data && {
              ...data,
              choices: data.choices.map((choice) =>
                choice.type === type ? { ...choice, [channel]: isWanted } : choice,
              ),
            },
        ),
    },
  )

  return {
    query,
    isSaving: isPending,
    isSaved: isSuccess,
    failed: isError,
    isWanted(type: NotificationType, channel: Channel): boolean {
      if (isPending && variables.type === type && variables.channel === channel) return variables.isWanted
      return query.data?.choices.find((choice) => choice.type === type)?.[channel] ?? false
    },
    choose(choosing: Choosing) {
      // A second choice made while the first is on its way could arrive before it.
      if (!isPending) mutate(choosing)
    },
  }
}
