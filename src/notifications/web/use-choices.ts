import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useWrite } from '#/kernel/web/write.ts'
import type { NotificationType } from '#/notifications/notification-types.ts'
import type { Channel } from '#/notifications/rules.ts'
import { notifications } from './notifications.ts'

type Choosing = { type: NotificationType; channel: Channel; isWanted: boolean }

const boxOf = ({ type, channel }: Omit<Choosing, 'isWanted'>) => `${type} ${channel}`

/**
 * Manages the person's notification choices. Each shows at once, is saved, and is undone if the server refuses. Only
 * one save per box is under way, so that none overtakes another; a choice made meanwhile follows it.
 */
export function useChoices() {
  const client = useQueryClient()
  const options = notifications.query.choices.queryOptions()
  const { queryKey } = options
  const query = useQuery(options)
  const latest = useRef(new Map<string, boolean>())
  const [state, setState] = useState<'saving' | 'saved' | 'failed'>()
  const { mutate } = useWrite(
    ({ type, channel, isWanted }: Choosing, call) =>
      notifications.call.choose({ type, channel, isWanted }, call),
    {
      onSuccess(_done, sent) {
        const chosen = { ...sent, isWanted: latest.current.get(boxOf(sent)) ?? sent.isWanted }
        // News that came during the save has loaded the choices as they were before.
        show(chosen)
        if (chosen.isWanted !== sent.isWanted) return save(chosen)
        latest.current.delete(boxOf(sent))
        if (latest.current.size === 0) setState((before) => (before === 'failed' ? before : 'saved'))
      },
      onError(_error, sent) {
        latest.current.delete(boxOf(sent))
        show({ ...sent, isWanted: !sent.isWanted })
        setState('failed')
      },
    },
  )

  /** Reads the current state, which may be newer than the last render. */
  function isWanted(type: NotificationType, channel: Channel): boolean {
    const data = client.getQueryData(queryKey)
    return data?.choices.find((choice) => choice.type === type)?.[channel] ?? false
  }
  function show({ type, channel, isWanted }: Choosing) {
    // A response under way would bring back the previous state.
    void client.cancelQueries({ queryKey })
    client.setQueryData(
      queryKey,
      (data) =>
        data && {
          ...data,
          choices: data.choices.map((choice) =>
            choice.type === type ? { ...choice, [channel]: isWanted } : choice,
          ),
        },
    )
  }

  function save(choosing: Choosing): void {
    mutate(choosing)
  }

  return {
    query,
    state,
    isWanted,
    choose(choosing: Choosing) {
      show(choosing)
      setState('saving')
      const isBeingSaved = latest.current.has(boxOf(choosing))
      latest.current.set(boxOf(choosing), choosing.isWanted)
      if (!isBeingSaved) save(choosing)
    },
  }
}
