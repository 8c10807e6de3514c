import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useWrite } from '#/kernel/web/write.ts'
import type { NotificationType } from '#/notifications/notification-types.ts'
import type { Channel } from '#/notifications/rules.ts'
import type { MailPace } from '#/notifications/timing.ts'
import { notifications } from './notifications.ts'

type Box = { type: NotificationType; channel: Channel }
/** `pace`: for emails alone. */
type Choosing = Box & { isWanted: boolean; pace?: MailPace | null }

const keyOf = ({ type, channel }: Box) => `${type} ${channel}`

/**
 * Manages the person's notification choices. Each shows at once, is saved, and is undone if the server refuses. Only
 * one save per box is under way, so that none overtakes another; a choice made meanwhile follows it.
 */
export function useChoices() {
  const client = useQueryClient()
  const options = notifications.query.choices.queryOptions()
  const { queryKey } = options
  const query = useQuery(options)
  /** By box: the choice that shows, and the one that was saved before. */
  const latest = useRef(new Map<string, { chosen: Choosing; saved: Choosing }>())
  const [state, setState] = useState<'saving' | 'saved' | 'failed'>()
  const { mutate } = useWrite(
    ({ type, channel, isWanted, pace }: Choosing, call) =>
      notifications.call.choose({ type, channel, isWanted, ...(pace !== undefined && { pace }) }, call),
    {
      onSuccess(_done, sent) {
        const { chosen } = latest.current.get(keyOf(sent)) ?? { chosen: sent }
        // News that came during the save has loaded the choices as they were before.
        show(chosen)
        if (chosen !== sent) {
          latest.current.set(keyOf(sent), { chosen, saved: sent })
          return save(chosen)
        }
        latest.current.delete(keyOf(sent))
        if (latest.current.size === 0) setState((before) => (before === 'failed' ? before : 'saved'))
      },
      onError(_error, sent) {
        const { saved } = latest.current.get(keyOf(sent)) ?? {}
        latest.current.delete(keyOf(sent))
        if (saved) show(saved)
        setState('failed')
      },
    },
  )

  /** Reads the current state, which may be newer than the last render. */
  const choiceOf = (type: NotificationType) =>
    client.getQueryData(queryKey)?.choices.find((choice) => choice.type === type)
  const isWanted = (type: NotificationType, channel: Channel): boolean => choiceOf(type)?.[channel] ?? false

  function show({ type, channel, isWanted, pace }: Choosing) {
    // A response under way would bring back the previous state.
    void client.cancelQueries({ queryKey })
    client.setQueryData(
      queryKey,
      (data) =>
        data && {
          ...data,
          choices: data.choices.map((choice) =>
            choice.type === type
              ? { ...choice, [channel]: isWanted, ...(pace !== undefined && { pace }) }
              : choice,
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
    /** Returns the pace chosen for this kind's mails; null if the one for all kinds holds. */
    paceOf: (type: NotificationType): MailPace | null => choiceOf(type)?.pace ?? null,
    choose(choosing: Choosing) {
      const { type, channel } = choosing
      const before = latest.current.get(keyOf(choosing))
      const pace = channel === 'email' ? { pace: choiceOf(type)?.pace ?? null } : {}
      const saved = before?.saved ?? { type, channel, isWanted: isWanted(type, channel), ...pace }
      show(choosing)
      setState('saving')
      latest.current.set(keyOf(choosing), { chosen: choosing, saved })
      if (!before) save(choosing)
    },
  }
}
