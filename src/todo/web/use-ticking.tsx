import { ORPCError } from '@orpc/client'
import { type ReactNode, useEffect, useState } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import type { Day } from '#/kernel/time.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { Task } from '#/todo/contract.ts'
import { todoText } from '#/todo/text.ts'
import css from './TaskRow.module.css'
import { reloadTasks, todo } from './todo.ts'
import {
  forget,
  isLost,
  keep,
  takesBack,
  undoWaiting,
  type WaitingTick,
  waitingOf,
  watch,
} from './waiting-ticks.ts'
import { tickText } from './words.ts'

const confirmDialog = onDemand(() => import('#/kernel/web/form/ConfirmDialog.tsx'))

/** A task ticked a moment ago, which can still be taken back where it stood, or one whose tick waits on this phone. */
export type Ticked = { task: Task; tickId: string; waiting?: WaitingTick }

type Tick = { at: Date; by: string; isOwn: boolean }

/** Returns who ticked, and when, of a refused second tick. */
function earlierTick(error: unknown): Tick | null {
  if (errorCode(error) !== 'todo.already_ticked' || !(error instanceof ORPCError)) return null
  const { at, by, isOwn } = error.data as { at: string; by: string; isOwn: boolean }
  return { at: new Date(at), by, isOwn }
}

/** Returns what waits on this phone to be sent. */
function useWaiting(userId: string | undefined): readonly WaitingTick[] {
  const [waiting, setWaiting] = useState<readonly WaitingTick[]>([])
  useEffect(() => {
    if (!userId) return
    let isHere = true
    const read = () => void waitingOf(userId).then((found) => isHere && setWaiting(found))
    const stop = watch(read)
    read()
    return () => {
      isHere = false
      stop()
    }
  }, [userId])
  return waiting
}

const idOf = ({ key }: WaitingTick) => `waiting-${key}`

/** Ticks tasks, asks about a second tick, and keeps what was ticked for ten seconds, to take it back. */
export function useTicking(today: Day) {
  const { user } = useSession()
  const zone = user?.timeZone ?? ownZone()
  const waiting = useWaiting(user?.id)
  const [ticked, setTicked] = useState<Ticked[]>([])
  const [asked, setAsked] = useState<{ task: Task; question: string }>()
  const [isAsking, setAsking] = useState(false)
  const [said, setSaid] = useState('')
  const drop = (tickId: string) => setTicked((all) => all.filter((one) => one.tickId !== tickId))
  const failed = (error: Error) => {
    toast({ kind: 'error', message: errorText(error, todoText) })
    void reloadTasks()
  }
  const send = useWrite(
    async ({ task, again }: { task: Task; again: boolean }, options: { context: { key: string } }) => {
      for (const one of waiting) if (takesBack(one, task)) await forget(one)
      try {
        return await todo.call.tick({ id: task.id, on: task.on, again }, options)
      } catch (error) {
        // A second tick isn't kept: without `again`, the server couldn't tell it from the first.
        if (again || !user || !isLost(error)) throw error
        await keep(user.id, { task, isSent: navigator.onLine })
        return { tickId: null }
      }
    },
    {
      onSuccess: ({ tickId }, { task }) => {
        setAsking(false)
        if (tickId === null) {
          setSaid(`${task.title} is done. We’ll send it when you’re online.`)
          return
        }
        setTicked((all) => [...all, { task, tickId }])
        setSaid(`${task.title} is done.`)
        void reloadTasks()
      },
      onError: (error, { task }) => {
        const tick = earlierTick(error)
        if (!tick) {
          setAsking(false)
          failed(error)
          return
        }
        const done = task.kind === 'medicine' || task.kind === 'feeding' ? 'given' : 'done'
        const when = tickText(tick, today, zone)
        setAsked({ task, question: `Already ${done} ${/^\d/.test(when) ? 'at ' : ''}${when}. Record again?` })
        setAsking(true)
      },
    },
  )
  const takeBack = useWrite(
    async ({ tickId, task }: Ticked, options: { context: { key: string } }) => {
      try {
        await todo.call.untick({ id: tickId }, options)
      } catch (error) {
        if (!user || !isLost(error)) throw error
        await keep(user.id, { task, tickId })
      }
    },
    {
      onSuccess: async (_, { tickId, task }) => {
        await reloadTasks()
        drop(tickId)
        setSaid(`${task.title} is to be done again.`)
      },
      onError: failed,
    },
  )
  const ConfirmDialog = useOnDemand(confirmDialog, asked !== undefined)
  const question: ReactNode = (
    <>
      <p role="status" className={css.spoken}>
        {said}
      </p>
      {ConfirmDialog && asked && (
        <ConfirmDialog
          opened={isAsking}
          title={asked.task.title}
          reason="none"
          confirm="Record again"
          color="teal"
          busy="Saving..."
          keep="Go back"
          isBusy={send.isPending}
          onConfirm={() => send.mutate({ task: asked.task, again: true })}
          onClose={() => {
            setAsking(false)
            void reloadTasks()
          }}
        >
          <p>{asked.question}</p>
        </ConfirmDialog>
      )}
    </>
  )
  const isOfTick = (one: WaitingTick) => !one.tickId && !one.isUndone
  return {
    ticked: [
      ...ticked,
      ...waiting.filter(isOfTick).map((one): Ticked => ({ task: one.task, tickId: idOf(one), waiting: one })),
    ],
    /** Tasks whose tick was taken back on this phone, which the server doesn't know yet. */
    reopened: waiting.filter((one) => one.tickId).map(({ task }) => task),
    question,
    drop,
    isSending: (task: Task) => send.isPending && send.variables?.task.id === task.id,
    tick: (task: Task) => send.mutate({ task, again: false }),
    undo: (one: Ticked) =>
      one.waiting
        ? void undoWaiting(one.waiting).then(() => setSaid(`${one.task.title} is to be done again.`))
        : takeBack.mutate(one),
  }
}
